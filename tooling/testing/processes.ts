import { randomUUID } from 'node:crypto';
import { connect } from '../../database/connect.ts';
import { freePort } from '../../server/postgres/port.ts';
import { makeLogins } from '../../server/sandbox/logins.ts';
import { startApp, stopApp } from './app.ts';
import { testDatabase } from './database.ts';
import { runDirectory } from './run-directory.ts';
import { inProduction } from './templates.ts';

/** A process of the app. */
export interface Process {
  readonly url: string;
  readonly kill: () => Promise<unknown>;
  /** Ends it as an orchestrator does; resolves with its exit code. */
  readonly stop: () => Promise<number | null>;
}

/** Processes by role, as an operator runs them, beside each other on one database, with the library, and one log. */
export interface Processes {
  readonly databaseUrl: string;
  readonly start: (roles: string) => Promise<Process>;
  /** Ends those that still run and drops the database. */
  readonly close: () => Promise<void>;
}

/** @param more settings of all of them, beside the database and the token secret they share */
export async function severalProcesses(more: Readonly<Record<string, string>> = {}): Promise<Processes> {
  const { directory, remove } = await runDirectory();
  const { url: databaseUrl, drop } = await testDatabase({ keep: true, template: inProduction });
  // Not those of a template: specs that share a log (`EVENTSTORE_URL`) must not share learners.
  const connection = connect(databaseUrl);
  await makeLogins(connection).finally(connection.close);
  const common = { DATABASE_URL: databaseUrl, TOKEN_SECRET: randomUUID() + randomUUID(), ...more };
  const started: Promise<Process>[] = [];
  async function start(ROLES: string): Promise<Process> {
    const port = await freePort();
    const app = await startApp({ port, directory }, { ...common, ROLES });
    return {
      url: `http://localhost:${port}`,
      kill: () => stopApp(app, 'SIGKILL'),
      stop: () => stopApp(app),
    };
  }
  return {
    databaseUrl,
    start(roles) {
      const one = start(roles);
      started.push(one);
      return one;
    },
    async close() {
      // One that still starts when its test is over is ended, too.
      const all = await Promise.allSettled(started);
      await Promise.all(all.map(one => (one.status === 'fulfilled' ? one.value.stop() : undefined)));
      await drop();
      await remove();
    },
  };
}

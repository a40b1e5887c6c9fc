import { randomUUID } from 'node:crypto';
import { freePort } from '../../server/postgres/port.ts';
import { startApp, stopApp } from './app.ts';
import { testDatabase } from './database.ts';
import { runDirectory } from './run-directory.ts';

/** A process of the app. */
export interface Process {
  readonly url: string;
  readonly kill: () => Promise<unknown>;
  /** Ends it as an orchestrator does; resolves with its exit code. */
  readonly stop: () => Promise<number | null>;
}

/** Processes by role, as an operator runs them, beside each other on one database and one log. */
export interface Processes {
  readonly databaseUrl: string;
  readonly start: (roles: string) => Promise<Process>;
  /** Ends those that still run and drops the database. */
  readonly close: () => Promise<void>;
}

/** @param more settings of all of them, beside the database and the token secret they share */
export async function severalProcesses(more: Readonly<Record<string, string>> = {}): Promise<Processes> {
  const { directory, remove } = await runDirectory();
  const { url: databaseUrl, drop } = await testDatabase({ keep: true });
  const common = { DATABASE_URL: databaseUrl, TOKEN_SECRET: randomUUID() + randomUUID(), ...more };
  const started: Process[] = [];
  return {
    databaseUrl,
    async start(ROLES) {
      const port = await freePort();
      const app = await startApp({ port, directory }, { ...common, ROLES });
      const one = {
        url: `http://localhost:${port}`,
        kill: () => stopApp(app, 'SIGKILL'),
        stop: () => stopApp(app),
      };
      started.push(one);
      return one;
    },
    async close() {
      await Promise.all(started.map(({ stop }) => stop()));
      await drop();
      await remove();
    },
  };
}

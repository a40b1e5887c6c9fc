import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { TestProject } from 'vitest/node';
import { freePort } from '../../server/postgres/port.ts';
import { settings } from '../../server/settings.ts';
import { findChromium, lightestFirst } from './chromium.ts';
import { freshDatabase } from './database.ts';
import { runDirectory } from './run-directory.ts';
import { withBuiltInLibrary } from './templates.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the application under test answers. */
    appUrl: string;
    /** Its database. */
    appDatabase: string;
    /** The browser's program; empty when there is none. */
    chromium: string;
    /** Why there is none; empty when there is one. */
    chromiumMissing: string;
  }
}

/** Where Node keeps what it compiled, as in the data directory of an app that is started again. */
const compiled = join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'compiled');

/** The whole application, on a database of its own in the run's cluster, for the browser tests. Runs after global-setup.ts. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { program = '', missing = '' } = findChromium(lightestFirst);
  // Elsewhere browser tests are skipped without one; where changes are accepted they must have run.
  if (missing && process.env['CI']) throw new Error(`browser tests cannot run: ${missing}`);
  const { postgresUrl: cluster, runId } = project.getProvidedContext();
  const [{ directory, remove }, { url: databaseUrl }, port] = await Promise.all([
    runDirectory(),
    freshDatabase({ cluster, runId }, withBuiltInLibrary),
    freePort(),
  ]);
  project.provide('chromium', program);
  project.provide('chromiumMissing', missing);
  project.provide('appUrl', `http://localhost:${port}`);
  project.provide('appDatabase', databaseUrl);
  let said = '';
  const app = await startApp({ port, directory }, { DATABASE_URL: databaseUrl }, text => {
    said += text;
  });
  // Otherwise only refused connections would be seen.
  const tell = (code: number | null, signal: NodeJS.Signals | null) =>
    console.error(`the application under test ended with ${signal ?? code}:\n${said}`);
  app.once('exit', tell);
  // The read models of an empty log are built in a moment; until then queries have no answer.
  while (!(await fetch(`http://localhost:${port}/health/ready`)).ok) await pause(50);
  return async () => {
    app.off('exit', tell);
    await stopApp(app);
    await remove();
  };
}

/**
 * Starts it without any setting of ours but `EVENTSTORE_URL`: the developer's database is none of the tests' business.
 * Resolves when it is ready; rejects with what it printed when it ends before.
 * @param hear takes everything it prints, from the beginning
 */
export function startApp(
  { port, directory }: { port: number; directory: string },
  more: Readonly<Record<string, string>> = {},
  hear: (text: string) => void = () => {},
): Promise<ChildProcess> {
  const main = join(import.meta.dirname, '..', '..', 'server', 'main.ts');
  const environment = { ...process.env };
  for (const { name } of settings) if (name !== 'EVENTSTORE_URL') delete environment[name];
  const app = spawn(process.execPath, [main], {
    env: {
      ...environment,
      // Compiled once for all runs, instead of once for each data directory.
      NODE_COMPILE_CACHE: compiled,
      PORT: String(port),
      DATA_DIRECTORY: directory,
      ...more,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return new Promise((resolve, reject) => {
    let output = '';
    const collect = (chunk: Buffer) => {
      hear(chunk.toString());
      output += chunk;
      if (output.includes('Camino is ready')) resolve(app);
    };
    app.stdout.on('data', collect);
    app.stderr.on('data', collect);
    app.once('error', reject);
    app.once('close', code => reject(new Error(`the application ended with ${code}:\n${output}`)));
  });
}

/** Ends it as Ctrl-C does, or by another signal, and waits. Resolves with its exit code, null after a kill. */
export async function stopApp(app: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
  if (app.exitCode !== null || app.signalCode !== null) return app.exitCode;
  const ended = new Promise<number | null>(resolve => app.once('exit', resolve));
  app.kill(signal);
  return ended;
}

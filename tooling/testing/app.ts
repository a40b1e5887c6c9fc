import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { freePort } from '../../server/postgres/port.ts';
import { removePostgres } from '../../server/postgres/postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the application under test answers. */
    appUrl: string;
    /** What starts it again on the same data: its port and data directory. */
    appPlace: { port: number; directory: string };
    /** The browser's program; empty when none was found. */
    chromium: string;
  }
}

const candidates = [
  process.env['CHROMIUM_PATH'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The whole application as `npm start` runs it, on data of its own, for the browser tests. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const directory = await mkdtemp(join(tmpdir(), 'camino-e2e-'));
  const port = await freePort();
  project.provide('chromium', candidates.find(path => path && existsSync(path)) ?? '');
  project.provide('appUrl', `http://localhost:${port}`);
  project.provide('appPlace', { port, directory });
  const app = await startApp({ port, directory });
  return async () => {
    await stopApp(app);
    await removePostgres(directory);
    await rm(directory, { recursive: true, force: true });
  };
}

/** Resolves when it is ready; rejects with what it printed when it ends before. */
export function startApp({ port, directory }: { port: number; directory: string }): Promise<ChildProcess> {
  const main = join(import.meta.dirname, '..', '..', 'server', 'main.ts');
  const app = spawn(process.execPath, [main], {
    env: { ...process.env, NODE_ENV: 'development', PORT: String(port), DATA_DIRECTORY: directory },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return new Promise((resolve, reject) => {
    let said = '';
    const hear = (chunk: Buffer) => {
      said += chunk;
      if (said.includes('Camino is ready')) resolve(app);
    };
    app.stdout.on('data', hear);
    app.stderr.on('data', hear);
    app.once('exit', code => reject(new Error(`the application ended with ${code}:\n${said}`)));
  });
}

/** Stops it as Ctrl-C does, and waits. */
export async function stopApp(app: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (app.exitCode !== null) return;
  const ended = new Promise(resolve => app.once('exit', resolve));
  app.kill(signal);
  await ended;
}

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** The server as a process that is replaced whenever its code changes. */
export interface ServerProcess {
  /** Resolves when the newest process answers, with why not when it ended before. */
  readonly ready: () => Promise<'ready' | 'ended'>;
  readonly restart: () => void;
  readonly stop: () => Promise<void>;
}

const main = join(import.meta.dirname, '..', '..', 'server', 'main.ts');

export function serverProcess(environment: Readonly<Record<string, string>>): ServerProcess {
  let child: ChildProcess | undefined;
  let changed: number | undefined;
  let state = Promise.withResolvers<'ready' | 'ended'>();
  let restarting: Promise<void> | undefined;
  let stopped = false;

  function start(): void {
    const started = spawn(process.execPath, ['--enable-source-maps', main], {
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    child = started;
    const { resolve } = state;
    started.stdout.on('data', (chunk: Buffer) => {
      process.stdout.write(chunk);
      if (!chunk.includes('Camino is ready')) return;
      resolve('ready');
      if (changed !== undefined)
        console.log(`  ready ${Math.round(performance.now() - changed)} ms after the change`);
    });
    started.once('exit', code => {
      resolve('ended');
      if (code !== null && code !== 0 && !stopped)
        console.error(`  the server ended with ${code}; it is started again at the next change`);
    });
  }

  /** Kills it without waiting for requests in progress; nothing acknowledged is lost. */
  async function end(): Promise<void> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  start();
  return {
    ready: async () => {
      for (;;) {
        const { promise } = state;
        const outcome = await promise;
        if (promise === state.promise) return outcome;
      }
    },
    restart() {
      changed = performance.now();
      if (restarting || stopped) return;
      state = Promise.withResolvers();
      restarting = end().then(() => {
        restarting = undefined;
        if (!stopped) start();
      });
    },
    async stop() {
      stopped = true;
      await restarting;
      await end();
    },
  };
}

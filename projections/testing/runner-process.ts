import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';

/** Starts `runner.ts` as a child process; its output goes to `onOutput`. */
export function startRunner(
  environment: { readonly DATABASE_URL: string; readonly EVENTSTORE_URL?: string },
  onOutput: (text: string) => void = () => {},
): ChildProcess {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'runner.ts')], {
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  child.stderr.on('data', (chunk: Buffer) => onOutput(chunk.toString()));
  return child;
}

/** Sends a signal and waits until the process is gone. Resolves with its exit code, null after a kill. */
export async function endRunner(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const gone = new Promise<number | null>(resolve => child.once('exit', resolve));
  child.kill(signal);
  return gone;
}

import { execFile } from 'node:child_process';
import { readFile, readlink, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';

/** A server process that runs on a data directory, as its postmaster.pid says. */
export interface Postmaster {
  readonly pid: number;
  /** The data directory's path when the server started. */
  readonly data: string;
  readonly port: number;
  /** `ready` when it accepts connections; else starting or stopping. */
  readonly status: string;
}

export const pidFile = (data: string) => join(data, 'postmaster.pid');

/** The content of the pid file, whether or not that process still runs; undefined without one. */
export async function readPidFile(data: string): Promise<Postmaster | undefined> {
  const text = await readFile(pidFile(data), 'utf8').catch(() => '');
  // Lines: pid, data directory, start time, port, socket directory, listen address, shared memory key, status.
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  return Number.isSafeInteger(pid) && pid > 1
    ? { pid, data: lines[1] ?? '', port: Number(lines[3] ?? 0), status: (lines[7] ?? '').trim() }
    : undefined;
}

/** The running server of a data directory. A pid that now belongs to another program does not count. */
export async function postmasterOf(data: string): Promise<Postmaster | undefined> {
  const found = await readPidFile(data);
  return found && (await runsOn(found.pid, data)) ? found : undefined;
}

/** A server's working directory is its data directory, also after that was moved. */
async function runsOn(pid: number, data: string): Promise<boolean> {
  if (process.platform === 'linux') {
    const [directory, ours] = await Promise.all([
      readlink(`/proc/${pid}/cwd`).catch(() => undefined),
      realpath(data).catch(() => data),
    ]);
    return directory === ours;
  }
  const { stdout } = await promisify(execFile)('ps', ['-p', String(pid), '-o', 'command=']).catch(() => ({
    stdout: '',
  }));
  return stdout.includes('postgres');
}

/** Waits until the server of a data directory has ended; false when it still runs after `milliseconds`. */
export async function waitUntilStopped(data: string, milliseconds: number): Promise<boolean> {
  const end = Date.now() + milliseconds;
  while (await postmasterOf(data)) {
    if (Date.now() > end) return false;
    await wait(10);
  }
  return true;
}

/**
 * Stops a server and waits: clients are disconnected and open transactions rolled back. One that does not stop within
 * 20 s is killed; it recovers at its next start.
 */
export async function stopPostmaster(data: string): Promise<void> {
  for (const [signal, patience] of [
    ['SIGINT', 20_000],
    ['SIGQUIT', 10_000],
    ['SIGKILL', 5_000],
  ] as const) {
    const running = await postmasterOf(data);
    if (!running) return;
    try {
      process.kill(running.pid, signal);
    } catch {
      // It has just ended.
    }
    if (await waitUntilStopped(data, patience)) return;
  }
  throw new Error(`the database on ${data} does not stop`);
}

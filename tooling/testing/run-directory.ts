import { accessSync, constants, statfsSync } from 'node:fs';
import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removePostgres } from '../../server/postgres/postgres.ts';

const name = /^camino-run-(\d+)-/;

/** In bytes: several times what the databases of a run take at one time. */
const ENOUGH_MEMORY = 4 * 2 ** 30;

/**
 * Where directories of runs are made: in memory where the machine has such a place and room in it, because to create a
 * database on a disk takes six times as much of the processor.
 */
export const parentOfRuns = hasRoom('/dev/shm') ? '/dev/shm' : tmpdir();

function hasRoom(memory: string): boolean {
  try {
    accessSync(memory, constants.W_OK);
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize >= ENOUGH_MEMORY;
  } catch {
    return false;
  }
}

/**
 * A directory for data of this test run. Other users may pass through it: as root the database runs as one of them.
 * What runs that were killed have left, their databases included, is cleared away first.
 */
export async function runDirectory(): Promise<{ directory: string; remove: () => Promise<void> }> {
  await clearLeftovers();
  const directory = await mkdtemp(join(parentOfRuns, `camino-run-${process.pid}-`));
  await chmod(directory, 0o755);
  return { directory, remove: () => remove(directory) };
}

async function clearLeftovers(): Promise<void> {
  for (const entry of await readdir(parentOfRuns)) {
    const pid = Number(name.exec(entry)?.[1]);
    if (!pid || isAlive(pid)) continue;
    const directory = join(parentOfRuns, entry);
    const owner = await stat(directory).catch(() => undefined);
    if (owner?.uid === process.getuid?.()) await remove(directory);
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function remove(directory: string): Promise<void> {
  await removePostgres(directory);
  await rm(directory, { recursive: true, force: true });
}

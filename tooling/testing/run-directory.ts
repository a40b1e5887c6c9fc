import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removePostgres } from '../../server/postgres/postgres.ts';

const name = /^camino-run-(\d+)-/;

/**
 * A directory for data of this test run. Other users may pass through it: as root the database runs as one of them.
 * What runs that were killed have left, their databases included, is cleared away first.
 */
export async function runDirectory(): Promise<{ directory: string; remove: () => Promise<void> }> {
  await clearLeftovers();
  const directory = await mkdtemp(join(tmpdir(), `camino-run-${process.pid}-`));
  await chmod(directory, 0o755);
  return { directory, remove: () => remove(directory) };
}

async function clearLeftovers(): Promise<void> {
  for (const entry of await readdir(tmpdir())) {
    const pid = Number(name.exec(entry)?.[1]);
    if (!pid || isAlive(pid)) continue;
    const directory = join(tmpdir(), entry);
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

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, chown, cp, mkdir, readdir, readlink, realpath, rename, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { type PostgresBinaries, programPath } from './binaries.ts';
import { stopPostmaster } from './postmaster.ts';
import { type SystemUser, spawnAs } from './user.ts';

/** The directories of a cluster and the programs it runs with. */
export interface ClusterLocation {
  /** The cluster's own directory: data/ and, when they had to be copied, the programs. */
  readonly home: string;
  readonly data: string;
  readonly binaries: PostgresBinaries;
}

/** The directory of clusters whose clone the database's user cannot reach. */
const externalRoot = '/var/lib/camino';

export function dataIn(home: string): string {
  return join(home, 'data');
}

/** The cluster's home outside of the data directory; its name is a hash of the directory's path. */
export async function externalHome(directory: string): Promise<string> {
  const path = await realpath(directory);
  return join(externalRoot, createHash('sha256').update(path).digest('hex').slice(0, 16));
}

/**
 * Chooses the home of a data directory's cluster: inside the directory or, when the database's user has no access to it or
 * to the programs (a clone in root's 0700 home), in /var/lib/camino. An existing cluster is moved when necessary.
 * @param before the home at the last start
 */
export async function chooseLocation(
  directory: string,
  binaries: PostgresBinaries,
  user: SystemUser | undefined,
  before: string | undefined,
): Promise<ClusterLocation> {
  const inside = join(directory, 'postgres');
  if (!user) {
    await mkdir(inside, { recursive: true, mode: 0o700 });
    return { home: inside, data: dataIn(inside), binaries };
  }
  const elsewhere = await externalHome(directory);
  await moveWithDirectory(directory, before, elsewhere);
  const current = existsSync(dataIn(elsewhere)) ? elsewhere : existsSync(dataIn(inside)) ? inside : undefined;
  const reachable = canRun(user, directory, binaries);
  const home = current === elsewhere || !reachable ? elsewhere : inside;
  if (home === inside) {
    await makeOwnedBy(user, inside);
    return { home, data: dataIn(home), binaries };
  }
  await mkdir(externalRoot, { recursive: true, mode: 0o755 });
  await makeOwnedBy(user, home);
  await rm(join(home, 'of'), { force: true });
  await symlink(await realpath(directory), join(home, 'of'));
  if (current === inside) move(dataIn(inside), dataIn(home));
  return { home, data: dataIn(home), binaries: reachable ? binaries : await copyBinaries(binaries, home) };
}

/** When a clone was moved, its cluster moves with it; a copy of a clone gets a cluster of its own. */
async function moveWithDirectory(directory: string, before: string | undefined, now: string): Promise<void> {
  if (before === undefined || before === now || !before.startsWith(externalRoot) || existsSync(now)) return;
  const of = await readlink(join(before, 'of')).catch(() => undefined);
  if (of === undefined || (existsSync(of) && (await realpath(directory)) !== of)) return;
  await stopPostmaster(dataIn(before));
  move(before, now);
}

async function makeOwnedBy(user: SystemUser, home: string): Promise<void> {
  await mkdir(home, { recursive: true });
  await chown(home, user.uid, user.gid);
  await chmod(home, 0o700);
}

/** Tries it, because access also depends on access lists, mounts and libraries. */
function canRun(user: SystemUser, directory: string, binaries: PostgresBinaries): boolean {
  const tried = spawnSync(programPath(binaries, 'postgres'), ['--version'], {
    ...spawnAs(user, '/'),
    stdio: 'ignore',
  });
  if (tried.status !== 0) return false;
  return spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', directory], spawnAs(user, '/')).status === 0;
}

/** A copy of the programs beside the data, one per version, complete or absent. */
async function copyBinaries(binaries: PostgresBinaries, home: string): Promise<PostgresBinaries> {
  const name = `native-${binaries.version}`;
  const directory = join(home, name);
  if (!existsSync(directory)) {
    for (const entry of await readdir(home))
      if (entry.startsWith('native-')) await rm(join(home, entry), { recursive: true });
    const unfinished = join(home, `native-unfinished-${process.pid}`);
    await cp(binaries.directory, unfinished, { recursive: true, verbatimSymlinks: true });
    await rename(unfinished, directory);
  }
  return { directory, version: binaries.version };
}

/** Works across file systems and keeps owners and modes. */
function move(from: string, to: string): void {
  const moved = spawnSync('mv', [from, to], { encoding: 'utf8' });
  if (moved.status !== 0)
    throw new Error(`the database could not be moved from ${from} to ${to}: ${moved.stderr}`);
}

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, chown, cp, mkdir, readdir, readlink, realpath, rename, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { type Native, program } from './native.ts';
import { stopPostmaster } from './postmaster.ts';
import { type SystemUser, spawnAs } from './user.ts';

/** Where a cluster lives and with which programs it runs. */
export interface ClusterLocation {
  /** The cluster's own directory: data/, the log of the server and, when they had to be copied, the programs. */
  readonly home: string;
  readonly data: string;
  readonly native: Native;
}

/** Where clusters live whose clone the database's user cannot reach. */
const outside = '/var/lib/camino';

export function dataIn(home: string): string {
  return join(home, 'data');
}

/** The home outside of a data directory; its name follows from the directory's path. */
export async function homeOutside(directory: string): Promise<string> {
  const path = await realpath(directory);
  return join(outside, createHash('sha256').update(path).digest('hex').slice(0, 16));
}

/**
 * Chooses where the cluster of a data directory lives: inside it, or, when the database's user cannot pass to it or to
 * the programs (a clone in root's 0700 home), in /var/lib/camino. A cluster that exists is moved when it must be.
 * @param before the home of last time
 */
export async function chooseLocation(
  directory: string,
  native: Native,
  user: SystemUser | undefined,
  before: string | undefined,
): Promise<ClusterLocation> {
  const inside = join(directory, 'postgres');
  if (!user) {
    await mkdir(inside, { recursive: true, mode: 0o700 });
    return { home: inside, data: dataIn(inside), native };
  }
  const elsewhere = await homeOutside(directory);
  await follow(directory, before, elsewhere);
  const lives = existsSync(dataIn(elsewhere)) ? elsewhere : existsSync(dataIn(inside)) ? inside : undefined;
  const reachable = canRun(user, directory, native);
  const home = lives === elsewhere || !reachable ? elsewhere : inside;
  if (home === inside) {
    await ownedBy(user, inside);
    return { home, data: dataIn(home), native };
  }
  await mkdir(outside, { recursive: true, mode: 0o755 });
  await ownedBy(user, home);
  await rm(join(home, 'of'), { force: true });
  await symlink(await realpath(directory), join(home, 'of'));
  if (lives === inside) move(dataIn(inside), dataIn(home));
  return { home, data: dataIn(home), native: reachable ? native : await copied(native, home) };
}

/** A clone that was moved takes its cluster along; the copy of a clone gets one of its own. */
async function follow(directory: string, before: string | undefined, now: string): Promise<void> {
  if (before === undefined || before === now || !before.startsWith(outside) || existsSync(now)) return;
  const of = await readlink(join(before, 'of')).catch(() => undefined);
  if (of === undefined || (existsSync(of) && (await realpath(directory)) !== of)) return;
  await stopPostmaster(dataIn(before));
  move(before, now);
}

async function ownedBy(user: SystemUser, home: string): Promise<void> {
  await mkdir(home, { recursive: true });
  await chown(home, user.uid, user.gid);
  await chmod(home, 0o700);
}

/** Measured, not deduced from modes: access lists, mounts and missing libraries count too. */
function canRun(user: SystemUser, directory: string, native: Native): boolean {
  const tried = spawnSync(program(native, 'postgres'), ['--version'], {
    ...spawnAs(user, '/'),
    stdio: 'ignore',
  });
  if (tried.status !== 0) return false;
  return spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', directory], spawnAs(user, '/')).status === 0;
}

/** A copy of the programs beside the data, one per version, complete or absent. */
async function copied(native: Native, home: string): Promise<Native> {
  const name = `native-${native.version}`;
  const directory = join(home, name);
  if (!existsSync(directory)) {
    for (const entry of await readdir(home))
      if (entry.startsWith('native-')) await rm(join(home, entry), { recursive: true });
    const unfinished = join(home, `native-unfinished-${process.pid}`);
    await cp(native.directory, unfinished, { recursive: true, verbatimSymlinks: true });
    await rename(unfinished, directory);
  }
  return { directory, version: native.version };
}

/** Also across file systems, with owners and modes. */
function move(from: string, to: string): void {
  const moved = spawnSync('mv', [from, to], { encoding: 'utf8' });
  if (moved.status !== 0)
    throw new Error(`the database could not be moved from ${from} to ${to}: ${moved.stderr}`);
}

import { execFile, type SpawnOptions } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** PostgreSQL refuses to run as root: then it runs as this user instead. */
export interface SystemUser {
  readonly uid: number;
  readonly gid: number;
}

const name = 'camino';

/**
 * The user that runs the server: the current one (`undefined`), but instead of root the owner of the data, or a system user
 * that is created when it is missing.
 * @param data the data directory, existing or not
 */
export async function databaseUser(data: string): Promise<SystemUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const owner = await stat(data).catch(() => undefined);
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  return (await findUser()) ?? (await createUser());
}

async function findUser(): Promise<SystemUser | undefined> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return undefined;
  }
}

async function createUser(): Promise<SystemUser> {
  const attempts: readonly (readonly [string, readonly string[]])[] = [
    ['useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', name]],
    ['adduser', ['-S', '-D', '-H', '-s', '/sbin/nologin', name]],
  ];
  for (const [command, parameters] of attempts) {
    await run(command, parameters).catch(() => undefined);
    const made = await findUser();
    if (made) return made;
  }
  throw new Error(
    `PostgreSQL cannot run as root and no system user '${name}' could be made for it: make one, start as an ordinary user, or set DATABASE_URL`,
  );
}

/** Options for starting a program of PostgreSQL: its user, and none of our environment (PGDATA, LD_LIBRARY_PATH…). */
export function spawnAs(user: SystemUser | undefined, directory: string): SpawnOptions {
  return {
    ...(user && { uid: user.uid, gid: user.gid }),
    cwd: directory,
    env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
  };
}

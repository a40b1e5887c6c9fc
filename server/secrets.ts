import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The key that signs access tokens: the one configured, or (development) a random one kept in the data directory. */
export async function tokenKey(configured: string | undefined, directory: string): Promise<KeyObject> {
  return createSecretKey(configured ?? (await kept(join(directory, 'token-secret'), directory)), 'utf8');
}

async function kept(file: string, directory: string): Promise<string> {
  await mkdir(directory, { recursive: true });
  // Two processes that start together: the one that comes second takes what the first wrote.
  await writeFile(file, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' }).catch(error => {
    if (error.code !== 'EEXIST') throw error;
  });
  return (await readFile(file, 'utf8')).trim();
}

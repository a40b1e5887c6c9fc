import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TokenKeys, tokenKeyOf } from '../facade/express/tokens.ts';

/**
 * The keys of access tokens. The configured one, or in development a random one stored in the data directory, signs;
 * previous ones are still accepted.
 */
export async function tokenKeys(
  {
    tokenSecret,
    previousTokenSecrets,
  }: { tokenSecret?: string | undefined; previousTokenSecrets?: readonly string[] },
  directory: string,
): Promise<TokenKeys> {
  const current = tokenSecret ?? (await storedSecret(join(directory, 'token-secret'), directory));
  return [tokenKeyOf(current), ...(previousTokenSecrets ?? []).map(tokenKeyOf)];
}

async function storedSecret(file: string, directory: string): Promise<string> {
  await mkdir(directory, { recursive: true });
  // When two processes start together, the second one uses the key that the first wrote.
  await writeFile(file, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' }).catch(error => {
    if (error.code !== 'EEXIST') throw error;
  });
  return (await readFile(file, 'utf8')).trim();
}

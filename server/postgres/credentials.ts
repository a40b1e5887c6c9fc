import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';

const Credentials = z.object({
  password: z.string().check(z.minLength(16)),
  /** The port used before; kept so that addresses in other tools go on working. */
  port: z.optional(z.int().check(z.minimum(1), z.maximum(65_535))),
  /** The directory of the cluster, see location.ts. */
  home: z.optional(z.string()),
});
export type Credentials = z.infer<typeof Credentials>;

export const databaseName = 'camino';
export const roleName = 'camino';

const file = (directory: string) => join(directory, 'postgres.json');

/** The password and port of this data directory's server; a new random password the first time. */
export async function credentialsOf(directory: string): Promise<Credentials> {
  const text = await readFile(file(directory), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) {
    const made = { password: randomBytes(24).toString('hex') };
    await saveCredentials(directory, made);
    return made;
  }
  try {
    return Credentials.parse(JSON.parse(text));
  } catch {
    throw new Error(`${file(directory)} is damaged; it holds the password of the embedded database`);
  }
}

export async function saveCredentials(directory: string, credentials: Credentials): Promise<void> {
  const unfinished = `${file(directory)}.${process.pid}`;
  await writeFile(unfinished, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600 });
  await rename(unfinished, file(directory));
}

export function urlOf({ password }: Credentials, port: number, database: string = databaseName): string {
  return `postgres://${roleName}:${password}@127.0.0.1:${port}/${database}`;
}

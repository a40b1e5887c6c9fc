import { mkdir } from 'node:fs/promises';
import type pg from 'pg';
import { openPool } from '../../database/pool.ts';
import type { Configuration } from '../configuration.ts';
import { lockDataDirectory } from '../data-directory-lock.ts';
import { credentialsOf, urlOf } from '../postgres/credentials.ts';
import { embeddedPostgres } from '../postgres/postgres.ts';

export interface OpenedDatabase {
  readonly url: string;
  readonly pool: pg.Pool;
  /** No app is running: the embedded database was started for this command only. */
  readonly isAppStopped: boolean;
}

/**
 * Opens the app's database for a command: the configured one, else the embedded one, which is started for the command
 * and stopped after it when the app is not running.
 */
export async function withDatabase<Result>(
  { databaseUrl, dataDirectory }: Pick<Configuration, 'databaseUrl' | 'dataDirectory'>,
  work: (database: OpenedDatabase) => Promise<Result>,
): Promise<Result> {
  if (databaseUrl !== undefined) return withPool(databaseUrl, false, work);
  await mkdir(dataDirectory, { recursive: true });
  if ((await lockDataDirectory(dataDirectory)).taken) {
    const credentials = await credentialsOf(dataDirectory);
    if (credentials.port === undefined) throw new Error('the app is still starting; try again in a moment');
    return withPool(urlOf(credentials, credentials.port), false, work);
  }
  const embedded = await embeddedPostgres({ directory: dataDirectory });
  try {
    return await withPool(embedded.url, true, work);
  } finally {
    await embedded.stop();
  }
}

async function withPool<Result>(
  url: string,
  isAppStopped: boolean,
  work: (database: OpenedDatabase) => Promise<Result>,
): Promise<Result> {
  const pool = openPool({ connectionString: url, max: 2, connectionTimeoutMillis: 10_000 });
  try {
    return await work({ url, pool, isAppStopped });
  } finally {
    await pool.end();
  }
}

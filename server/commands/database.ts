import { mkdir } from 'node:fs/promises';
import type pg from 'pg';
import { openPool } from '../../database/pool.ts';
import type { Configuration } from '../configuration.ts';
import { claim } from '../one-start.ts';
import { credentialsOf, urlOf } from '../postgres/credentials.ts';
import { embeddedPostgres } from '../postgres/postgres.ts';

export interface OpenedDatabase {
  readonly url: string;
  readonly pool: pg.Pool;
  /** The embedded database runs for this command only: no app runs on it. */
  readonly alone: boolean;
}

/**
 * Opens the app's database for a command: the configured one, else the embedded one, which is started for the command
 * and stopped after it when the app is not running.
 */
export async function withDatabase<Result>(
  { databaseUrl, dataDirectory }: Pick<Configuration, 'databaseUrl' | 'dataDirectory'>,
  work: (database: OpenedDatabase) => Promise<Result>,
): Promise<Result> {
  if (databaseUrl !== undefined) return connected(databaseUrl, false, work);
  await mkdir(dataDirectory, { recursive: true });
  if ((await claim(dataDirectory)).taken) {
    const credentials = await credentialsOf(dataDirectory);
    if (credentials.port === undefined) throw new Error('the app is still starting; try again in a moment');
    return connected(urlOf(credentials, credentials.port), false, work);
  }
  const embedded = await embeddedPostgres({ directory: dataDirectory });
  try {
    return await connected(embedded.url, true, work);
  } finally {
    await embedded.stop();
  }
}

async function connected<Result>(
  url: string,
  alone: boolean,
  work: (database: OpenedDatabase) => Promise<Result>,
): Promise<Result> {
  const pool = openPool({ connectionString: url, max: 2, connectionTimeoutMillis: 10_000 });
  try {
    return await work({ url, pool, alone });
  } finally {
    await pool.end();
  }
}

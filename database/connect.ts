import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import { openPool } from './pool.ts';
import type { Database } from './tables.ts';

/** The plain tables of one Postgres: Kysely for queries, the pool under it for statements of one's own. */
export interface Connection {
  readonly db: Kysely<Database>;
  readonly pool: pg.Pool;
  /** Ends every connection; queries asked afterwards fail. */
  readonly close: () => Promise<void>;
}

/**
 * Opens connections as they are needed, so this never fails itself: a database that is away shows in the first query.
 * @param url `postgres://user:password@host:port/database`
 */
export function connect(url: string): Connection {
  const pool = openPool({ connectionString: url, max: 10, connectionTimeoutMillis: 10_000 });
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  const close = async () => {
    await db.destroy();
    // Kysely ends the pool only when it has used it itself.
    if (!pool.ending) await pool.end();
  };
  return { db, pool, close };
}

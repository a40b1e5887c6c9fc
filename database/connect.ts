import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import { openPool } from './pool.ts';
import type { Database } from './tables.ts';

/** The plain tables of a Postgres: Kysely for queries, and its pool for raw SQL. */
export interface Connection {
  readonly db: Kysely<Database>;
  readonly pool: pg.Pool;
  /** Ends all connections; later queries fail. */
  readonly close: () => Promise<void>;
}

/**
 * Connections are opened on demand: with an unreachable database the first query fails, not this call.
 * @param url `postgres://user:password@host:port/database`
 */
export function connect(url: string): Connection {
  const pool = openPool({ connectionString: url, max: 10, connectionTimeoutMillis: 10_000 });
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  const close = async () => {
    await db.destroy();
    // Kysely ends the pool only if it has used it.
    if (!pool.ending) await pool.end();
  };
  return { db, pool, close };
}

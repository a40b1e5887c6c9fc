import type pg from 'pg';
import { migrations } from './migrations/list.ts';
import type { Migration } from './migrations/migration.ts';

/** An arbitrary advisory lock key, unique in this database. */
const lock = 7_246_401;

/**
 * Applies missing migrations. Processes that start together wait for each other. A failed migration is rolled back, earlier
 * ones stay, and the error names it.
 * @returns the names of the migrations applied by this call
 */
export async function migrate(
  pool: pg.Pool,
  list: readonly Migration[] = migrations,
): Promise<readonly string[]> {
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [lock]);
    return await applyMissing(client, list);
  } finally {
    // Destroying the connection rolls back and releases the lock.
    client.release(true);
  }
}

async function applyMissing(client: pg.PoolClient, list: readonly Migration[]): Promise<readonly string[]> {
  await client.query(
    'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())',
  );
  const { rows } = await client.query<{ name: string }>('select name from migrations');
  const known = new Set(rows.map(row => row.name));
  const missing = list.filter(migration => !known.has(migration.name));
  for (const migration of missing) await apply(client, migration);
  return missing.map(migration => migration.name);
}

async function apply(client: pg.PoolClient, { name, sql }: Migration): Promise<void> {
  await client.query('begin');
  try {
    await client.query(sql);
    await client.query('insert into migrations (name) values ($1)', [name]);
    await client.query('commit');
  } catch (cause) {
    throw new Error(`migration ${name} failed: ${cause instanceof Error ? cause.message : cause}`, { cause });
  }
}

import type pg from 'pg';
import { inject } from 'vitest';
import { openPool } from '../database/pool.ts';

/** Runs a query in the database of the running application, for example to move times into the past. */
export function queryDatabase(text: string, values: readonly unknown[]): Promise<pg.QueryResult> {
  const pool = openPool({ connectionString: inject('appDatabase'), max: 1 });
  return pool.query(text, [...values]).finally(() => pool.end());
}

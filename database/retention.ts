import type pg from 'pg';
import { declaredTables } from './personal-data.ts';

/** Deletes rows whose retention period is over. @returns the number of deleted rows by table; tables without any are left out */
export async function deleteExpiredRows(pool: pg.Pool): Promise<Readonly<Record<string, number>>> {
  const deleted: Record<string, number> = {};
  for (const [table, { retention }] of Object.entries(declaredTables)) {
    if (!retention) continue;
    // Names and expressions are the declaration's own.
    const { rowCount } = await pool.query(
      `delete from ${table} where ${retention.after} < now() - interval '${retention.interval}'`,
    );
    if (rowCount) deleted[table] = rowCount;
  }
  return deleted;
}

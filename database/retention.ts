import type pg from 'pg';
import { declaredTables } from './personal-data.ts';

/** Deletes every row that is kept no longer. @returns how many, by table; tables without one are left out */
export async function dropWhatIsTooOld(pool: pg.Pool): Promise<Readonly<Record<string, number>>> {
  const deleted: Record<string, number> = {};
  for (const [table, { kept }] of Object.entries(declaredTables)) {
    if (!kept) continue;
    // Names and expressions are the declaration's own.
    const { rowCount } = await pool.query(
      `delete from ${table} where ${kept.after} < now() - interval '${kept.interval}'`,
    );
    if (rowCount) deleted[table] = rowCount;
  }
  return deleted;
}

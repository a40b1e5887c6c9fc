import type pg from 'pg';
import { projections } from '../projections/projections.ts';

/**
 * Prints what each read model takes on disk for a sentence, keys and all, and all together against the log.
 * @param sentences in the log
 */
export async function printSizes(pool: pg.Pool, sentences: number): Promise<void> {
  const { rows } = await pool.query<{ name: string; bytes: number }>(
    `select c.relname as name, pg_total_relation_size(c.oid)::float8 as bytes
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and (n.nspname = 'read_models' or (n.nspname = 'event_log' and c.relname = 'events'))`,
  );
  /** @param wanted a build's table is named after its view, two underscores and the build */
  const bytesOf = (wanted: readonly string[]) =>
    rows.reduce((sum, { name, bytes }) => sum + (wanted.includes(name.split('__')[0] ?? '') ? bytes : 0), 0);
  const inLog = bytesOf(['events']);
  const sizes = projections.map(({ name, tables }) => ({
    name,
    bytes: bytesOf(tables.map(table => table.name)),
  }));
  const each = (bytes: number) => `${(bytes / sentences).toFixed(0).padStart(6)} bytes a sentence`;
  for (const { name, bytes } of sizes.toSorted((a, b) => b.bytes - a.bytes))
    console.log(`${name.padEnd(42)} ${each(bytes)}`);
  const all = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  console.log(
    `${'all read models'.padEnd(42)} ${each(all)} = ${(all / inLog).toFixed(2)} of the log's   (aim 1 or less)`,
  );
  console.log(`${'the log'.padEnd(42)} ${each(inLog)}`);
}

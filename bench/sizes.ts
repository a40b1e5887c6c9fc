import type pg from 'pg';
import { projections } from '../projections/projections.ts';
import { physicalTable } from '../projections/runner/builds/tables.ts';
import { projectionStatuses } from '../projections/runner/control.ts';

/**
 * Prints what each read model takes on disk for a sentence, keys and all, and all together against the log.
 * @param sentences in the log
 */
export async function printSizes(pool: pg.Pool, sentences: number): Promise<void> {
  const bytesOf = async (tables: readonly string[]) => {
    const { rows } = await pool.query<{ bytes: number }>(
      'select coalesce(sum(pg_total_relation_size(name::regclass)), 0)::float8 as bytes from unnest($1::text[]) name',
      [tables],
    );
    return rows[0]?.bytes ?? Number.NaN;
  };
  const inLog = await bytesOf(['event_log.events']);
  const builds = (await projectionStatuses(pool)).filter(({ stage }) => stage === 'live');
  const each = (bytes: number) => `${(bytes / sentences).toFixed(0).padStart(6)} bytes a sentence`;
  let all = 0;
  for (const { projection, version, build } of builds) {
    const tables = projections.find(({ name }) => name === projection)?.tables ?? [];
    const bytes = await bytesOf(tables.map(({ name }) => physicalTable(name, version, build)));
    all += bytes;
    console.log(`${projection.padEnd(42)} ${each(bytes)}`);
  }
  console.log(
    `${'all read models'.padEnd(42)} ${each(all)} = ${(all / inLog).toFixed(2)} of the log's   (aim 1 or less)`,
  );
  console.log(`${'the log'.padEnd(42)} ${each(inLog)}`);
}

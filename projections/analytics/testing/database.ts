import pg from 'pg';
import { onTestFinished } from 'vitest';
import { connect } from '../../../database/connect.ts';
import { testDatabase } from '../../../tooling/testing/database.ts';
import { withEmptyReadModels } from '../../../tooling/testing/templates.ts';
import { projections } from '../../projections.ts';
import { physicalTable } from '../../runner/builds/tables.ts';
import { installAnalytics } from '../install.ts';

/** A database with the small library, empty read models and their views. */
export async function analyticsDatabase(): Promise<{ url: string; pool: pg.Pool }> {
  const { url } = await testDatabase({ template: withEmptyReadModels });
  const { pool, close } = connect(url);
  onTestFinished(close);
  await installAnalytics(pool);
  return { url, pool };
}

type Values = readonly (string | number | boolean | null)[];

/** Writes rows of a table of a read model; values in the order of its columns. */
export async function put(pool: pg.Pool, table: string, rows: readonly Values[]): Promise<void> {
  const model = projections.find(({ tables }) => tables.some(({ name }) => name === table));
  if (!model) throw new Error(`no read model has a table ${table}`);
  for (const row of rows)
    await pool.query(
      `insert into ${physicalTable(table, model.version, 1)} values (${row.map((_, index) => `$${index + 1}`).join(', ')})`,
      [...row],
    );
}

/** Writes rows of `known_count_weeks`, and from the last value of each which epoch was current in its week. */
export async function putWeeks(pool: pg.Pool, rows: readonly Values[]): Promise<void> {
  await put(
    pool,
    'known_count_weeks',
    rows.map(row => row.slice(0, -1)),
  );
  await put(
    pool,
    'known_count_week_epochs',
    rows.filter(row => row.at(-1)).map(row => row.slice(0, 4)),
  );
}

/** Rows of a query as plain values: days as they are written, figures as numbers. */
export async function rowsOf(pool: pg.Pool, query: string): Promise<unknown[][]> {
  const { rows, fields } = await pool.query<Record<string, unknown>>(query);
  const written = (value: unknown, type: number) => {
    if (value instanceof Date)
      return `${value.getFullYear()}-${two(value.getMonth() + 1)}-${two(value.getDate())}`;
    const figure = type === pg.types.builtins.NUMERIC || type === pg.types.builtins.INT8;
    return figure && value !== null ? Number(value) : value;
  };
  return rows.map(row => fields.map(({ name, dataTypeID }) => written(row[name], dataTypeID)));
}

const two = (figure: number) => String(figure).padStart(2, '0');

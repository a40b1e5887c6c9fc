import pg from 'pg';
import { onTestFinished } from 'vitest';
import { putLibrary } from '../../../command-api/catalogue/put-library.ts';
import { connect } from '../../../database/connect.ts';
import { migrate } from '../../../database/migrate.ts';
import { testDatabase } from '../../../tooling/testing/database.ts';
import { smallLibrary } from '../../../tooling/testing/small-library.ts';
import { projections } from '../../projections.ts';
import { prepareReadModels } from '../../runner/builds/builds.ts';
import { installAnalytics } from '../install.ts';

/** A database with the small library, empty read models and the views upon them. */
export async function analyticsDatabase(): Promise<{ url: string; pool: pg.Pool }> {
  const { url } = await testDatabase();
  const { db, pool, close } = connect(url);
  onTestFinished(close);
  await migrate(pool);
  await putLibrary(db, smallLibrary());
  await prepareReadModels(pool, projections);
  await installAnalytics(pool);
  return { url, pool };
}

/** Writes rows of a read model; values in the order of the table's columns. */
export async function put(
  pool: pg.Pool,
  readModel: string,
  rows: readonly (readonly (string | number | boolean | null)[])[],
): Promise<void> {
  for (const row of rows)
    await pool.query(
      `insert into read_models.${readModel} values (${row.map((_, index) => `$${index + 1}`).join(', ')})`,
      [...row],
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

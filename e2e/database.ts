import type pg from 'pg';
import { inject } from 'vitest';
import { withDatabase } from '../server/commands/database.ts';

/** Runs a query in the database of the running application, for example to move times into the past. */
export function queryDatabase(text: string, values: readonly unknown[]): Promise<pg.QueryResult> {
  const { directory: dataDirectory } = inject('appPlace');
  return withDatabase({ databaseUrl: undefined, dataDirectory }, ({ pool }) => pool.query(text, [...values]));
}

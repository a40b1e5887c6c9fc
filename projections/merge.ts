import type { Row } from './projection.ts';

/** Rows as the column arrays that `unnest` takes. */
export function columnsOf(rows: readonly Row[], width: number): unknown[][] {
  return Array.from({ length: width }, (_, column) => rows.map(row => row[column]));
}

/** `unnest($1::text[], $2::int[])`: the given rows as a table, one parameter per column. */
export function unnest(...types: readonly string[]): string {
  return `unnest(${types.map((type, index) => `$${index + 1}::${type}[]`).join(', ')})`;
}

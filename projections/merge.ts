import type { Row, Table, Transaction, Value } from './projection.ts';

/** Rows as the columns that `unnest` takes, in Postgres' text format: its driver's own is a third of a batch's time. */
export function columnsOf(rows: readonly Row[], width: number): string[] {
  return Array.from({ length: width }, (_, column) => {
    let text = '';
    for (const row of rows) text += `${text && ','}${element(row[column] ?? null)}`;
    return `{${text}}`;
  });
}

function element(value: Value): string {
  if (typeof value !== 'string') return String(value);
  return /["\\]/.test(value) ? `"${value.replace(/["\\]/g, '\\$&')}"` : `"${value}"`;
}

/** `unnest($1::text[], $2::int[])`: the given rows as a table, one parameter per column. */
export function unnest(...types: readonly string[]): string {
  return `unnest(${types.map((type, index) => `$${index + 1}::${type}[]`).join(', ')})`;
}

/**
 * Writes rows with one statement: those that are there already are changed by `update`, in which `old` is the row that
 * stands and `excluded` the one that came.
 */
export function upsert(trx: Transaction, table: Table, rows: readonly Row[], update: string): void {
  if (rows.length === 0) return;
  const columns = Object.keys(table.columns);
  const types = Object.values(table.columns).map(type => type.split(' ')[0] ?? type);
  trx.write(
    `insert into ${trx.table(table.name)} as old (${columns.join(', ')})
     select * from ${unnest(...types)} on conflict (${table.key.join(', ')}) do update set ${update}`,
    columnsOf(rows, columns.length),
  );
}

/** A map whose missing values are made when they are first asked for. */
export function folded<Value>(make: () => Value) {
  const entries = new Map<string, { readonly key: Row; readonly value: Value }>();
  return {
    of(...key: readonly (string | number)[]): Value {
      // No text of Postgres holds this character: keys of different parts are different names.
      const name = key.join('\u0000');
      const known = entries.get(name);
      if (known) return known.value;
      const value = make();
      entries.set(name, { key, value });
      return value;
    },
    get size() {
      return entries.size;
    },
    /** Rows made of the key's parts followed by what `columns` says of the value; each is made when it is taken. */
    *rows(columns: (value: Value) => Row): Generator<Row> {
      for (const { key, value } of entries.values()) yield [...key, ...columns(value)];
    },
  };
}

import type { Row, Table, Transaction } from './projection.ts';

/** Rows as the column arrays that `unnest` takes. */
export function columnsOf(rows: readonly Row[], width: number): unknown[][] {
  return Array.from({ length: width }, (_, column) => rows.map(row => row[column]));
}

/** `unnest($1::text[], $2::int[])`: the given rows as a table, one parameter per column. */
export function unnest(...types: readonly string[]): string {
  return `unnest(${types.map((type, index) => `$${index + 1}::${type}[]`).join(', ')})`;
}

/**
 * Writes rows with one statement: those that are there already are changed by `update`, in which `old` is the row that
 * stands and `excluded` the one that came.
 */
export async function upsert(
  trx: Transaction,
  table: Table,
  rows: readonly Row[],
  update: string,
): Promise<void> {
  if (rows.length === 0) return;
  const columns = Object.keys(table.columns);
  const types = Object.values(table.columns).map(type => type.split(' ')[0] ?? type);
  await trx.query(
    `insert into ${trx.table(table.name)} as old (${columns.join(', ')})
     select * from ${unnest(...types)} on conflict (${table.key.join(', ')}) do update set ${update}`,
    columnsOf(rows, columns.length),
  );
}

/** A map whose missing values are made when they are first asked for. */
export function folded<Value>(make: (key: string) => Value) {
  const values = new Map<string, Value>();
  return {
    of(...key: readonly (string | number)[]): Value {
      const name = JSON.stringify(key);
      const known = values.get(name);
      if (known !== undefined) return known;
      const made = make(name);
      values.set(name, made);
      return made;
    },
    get size() {
      return values.size;
    },
    /** Rows made of the key's parts followed by what `columns` says of the value; each is made when it is taken. */
    *rows(columns: (value: Value) => Row): Generator<Row> {
      for (const [name, value] of values) yield [...(JSON.parse(name) as Row), ...columns(value)];
    },
  };
}

import type { Transaction } from '../projection.ts';
import type { Cells as CellsOf, Columns, Row } from './columns.ts';
import type { Value } from './rules.ts';
import type { StoredColumn } from './table.ts';
import { arrayText, type Cells } from './text.ts';

/**
 * The rule `reduced`: the row of a key is a state, and each contribution is a step that a pure function applies to it, in
 * the order of the log. It is for folds that depend on the order of events, such as a review schedule (decision 42). A batch
 * reads the rows of its keys in its transaction, decodes them and continues from there; a rebuild begins without rows. Both
 * reduce with the same function.
 */
export interface ReducedTable<
  K extends Columns = Columns,
  S extends Columns = Columns,
  Step = unknown,
  State = unknown,
> {
  readonly key: K;
  readonly columns: S;
  /** Must not modify `state`. @param state undefined before the first step */
  reduce(state: State | undefined, step: Step): State;
  encode(state: State): CellsOf<S>;
  /** The state that was encoded, exactly. */
  decode(row: Row<S>): State;
}

/** Declares a reduced table. */
export function reduced<const K extends Columns, const S extends Columns, Step, State>(
  table: ReducedTable<K, S, Step, State>,
): ReducedTable<K, S, Step, State> {
  return table;
}

type Keys = Readonly<Record<string, Value | undefined>>;

/** A contribution to a reduced table. */
export type Stepped = Keys & { readonly step: unknown };

export interface ReducedRows {
  add(contribution: Stepped): void;
  readonly size: number;
  /** All rows, column by column. */
  cells(): Cells;
}

/** Zero bytes separate the key's values: no text in Postgres contains one. */
const nameOf = (row: Keys, keys: readonly StoredColumn[]) => keys.map(({ name }) => row[name]).join('\0');

/** @param before the states of existing rows, by the name of their key */
export function reducedRows(
  table: string,
  columns: readonly StoredColumn[],
  { reduce, encode }: ReducedTable,
  before: ReadonlyMap<string, unknown> = new Map(),
): ReducedRows {
  const keys = columns.filter(({ rule }) => rule === 'key');
  const rows = new Map<string, { readonly keys: readonly Value[]; state: unknown }>();
  return {
    add(contribution) {
      const name = nameOf(contribution, keys);
      let row = rows.get(name);
      if (!row) {
        row = { keys: keys.map(({ name }) => given(table, contribution, name)), state: before.get(name) };
        rows.set(name, row);
      }
      row.state = reduce(row.state, contribution.step);
    },
    get size() {
      return rows.size;
    },
    cells() {
      const cells = columns.map((): Value[] => []);
      for (const { keys, state } of rows.values()) {
        const encoded = encode(state) as Keys;
        for (const [index, { name }] of columns.entries())
          cells[index]?.push(keys[index] ?? given(table, encoded, name));
      }
      return cells;
    },
  };
}

function given(table: string, row: Keys, name: string): Value {
  const value = row[name];
  if (value === undefined) throw new Error(`a contribution to ${table} lacks ${name}`);
  return value;
}

/** The states of the existing rows of some contributions, by the name of their key. */
export async function statesOf(
  trx: Transaction,
  table: string,
  columns: readonly StoredColumn[],
  { decode }: ReducedTable,
  contributions: readonly Stepped[],
): Promise<ReadonlyMap<string, unknown>> {
  const keys = columns.filter(({ rule }) => rule === 'key');
  const distinct = [...new Map(contributions.map(one => [nameOf(one, keys), one])).values()];
  const names = keys.map(({ name }) => name).join(', ');
  // As text, as in contributions: the driver would convert a date.
  const selected = columns.map(({ name, rule }) => (rule === 'key' ? `${name}::text` : name)).join(', ');
  const parameters = keys.map(({ type }, index) => `$${index + 1}::${type}[]`).join(', ');
  const rows = await trx.read<Row<Columns>>(
    `select ${selected} from ${trx.table(table)} join unnest(${parameters}) as wanted (${names}) using (${names})`,
    keys.map(({ name }) =>
      arrayText(
        distinct.map(one => given(table, one, name)),
        [...distinct.keys()],
      ),
    ),
  );
  return new Map(rows.map(row => [nameOf(row as Keys, keys), decode(row)]));
}

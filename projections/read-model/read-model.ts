import type { RecordedEvent } from '../../event-store/log.ts';
import type { DomainEvent, Projection, Recorded, Table, Transaction } from '../projection.ts';
import type { Columns, Contribution, Row } from './columns.ts';
import { mergedRows } from './merged-rows.ts';
import { type ReducedTable, reducedRows, type Stepped, statesOf } from './reduced.ts';
import { type StoredColumn, storedColumns, tableOf, upsert } from './table.ts';
import { arrayText, copyText } from './text.ts';

/** A table of merged columns, or a reduced one. */
type Declared = Columns | ReducedTable;
type Tables = Readonly<Record<string, Declared>>;

type ContributionTo<D> =
  D extends ReducedTable<infer K, Columns, infer Step>
    ? Contribution<K> & { readonly step: Step }
    : D extends Columns
      ? Contribution<D>
      : never;
export type RowOf<D> =
  D extends ReducedTable<infer K, infer S> ? Row<K> & Row<S> : D extends Columns ? Row<D> : never;

/** Contributes to a row, table by table. */
export type Add<T extends Tables> = {
  readonly [Name in keyof T]: (contribution: ContributionTo<T[Name]>) => void;
};

interface Definition<Name extends string, T extends Tables> {
  readonly name: Name;
  /**
   * Increase it whenever `tables` or `rowsOf` changes: the runner then builds a replacement next to the live build. Never
   * decrease it: to roll back, ship the old code with the next number.
   */
  readonly version: number;
  /** Columns in order, by the name of the view (`read_models.<name>`). Key columns that vary least come first. */
  readonly tables: T;
  /** Contributions by event type; other types contribute nothing. Must depend only on the event. */
  readonly rowsOf: {
    readonly [Type in DomainEvent['type']]?: (event: Recorded<Type>, add: Add<T>) => void;
  };
}

/** A projection that keeps the types of its rows. */
export interface ReadModel<Name extends string = string, T extends Tables = Tables> extends Projection {
  readonly name: Name;
  readonly rows?: { readonly [View in keyof T]: RowOf<T[View]> };
}

/** Collects the rows of one table. */
interface Rows {
  /** The rows of a batch, merged with the existing ones when they are written. */
  batch(): { readonly add: (contribution: never) => void; write(trx: Transaction): void | Promise<void> };
  /** Rows from the beginning of the log. */
  fold(): {
    readonly add: (contribution: never) => void;
    size(): number;
    copies(): Iterable<string>;
  };
}

/**
 * A projection from a declaration. Tables, views, row types, merging in memory, the statements of a batch and the copied
 * rows of a rebuild are all derived from the columns and their rules.
 */
export function readModel<const Name extends string, const T extends Tables>(
  definition: Definition<Name, T>,
): ReadModel<Name, T> {
  const { name, version } = definition;
  const merged = Object.fromEntries(
    Object.entries(definition.tables).flatMap(([table, declared]) =>
      isReduced(declared) ? [] : [[table, declared]],
    ),
  );
  const tables = Object.entries(definition.tables).map(([table, declared]) =>
    isReduced(declared)
      ? reducedTable(table, declared)
      : { ...tableOf(table, declared, merged), rows: rowsMerged(table, storedColumns(declared)) },
  );
  // The runner passes only events of the types named here. Stored data gets its static type here, without validation.
  const rowsOf = definition.rowsOf as Readonly<
    Record<
      string,
      (event: RecordedEvent, add: Readonly<Record<string, (contribution: never) => void>>) => void
    >
  >;
  const addTo = (rows: readonly { readonly name: string; readonly add: (contribution: never) => void }[]) => {
    const add = Object.fromEntries(rows.map(({ name, add }) => [name, add]));
    return (batch: readonly RecordedEvent[]) => {
      for (const event of batch) rowsOf[event.type]?.(event, add);
    };
  };

  return {
    name,
    version,
    events: new Set(Object.keys(rowsOf)),
    tables,
    apply(batch, trx) {
      const written = tables.map(({ name, rows }) => ({ name, ...rows.batch() }));
      addTo(written)(batch);
      const reading = written.flatMap(({ write }) => write(trx) ?? []);
      return reading.length > 0 ? Promise.all(reading).then(() => {}) : undefined;
    },
    fold() {
      const folded = tables.map(({ name, rows }) => ({ name, ...rows.fold() }));
      return {
        add: addTo(folded),
        size: () => folded.reduce((sum, { size }) => sum + size(), 0),
        copies: () => Object.fromEntries(folded.map(({ name, copies }) => [name, copies()])),
      };
    },
  };
}

function rowsMerged(table: string, columns: readonly StoredColumn[]): Rows {
  return {
    batch() {
      const rows = mergedRows(table, columns);
      return {
        add: rows.add,
        write(trx) {
          for (const group of rows.byColumns())
            trx.write(
              upsert(
                trx.table(table),
                group.columns.flatMap(index => columns[index] ?? []),
              ),
              group.columns.map(index => arrayText(rows.cells[index] ?? [], group.rows)),
            );
        },
      };
    },
    fold() {
      const rows = mergedRows(table, columns);
      return { add: rows.add, size: () => rows.size, copies: () => copyText(rows.cells, rows.size) };
    },
  };
}

const isReduced = (declared: Declared): declared is ReducedTable => typeof declared['reduce'] === 'function';

/** A state in memory takes about as much as this many merged rows. */
const STATE_WEIGHT = 8;

function reducedTable(table: string, declared: ReducedTable): Table & { readonly rows: Rows } {
  const all = { ...declared.key, ...declared.columns };
  const columns = storedColumns(all);
  const rows: Rows = {
    batch() {
      const given: Stepped[] = [];
      return {
        add: contribution => given.push(contribution),
        async write(trx) {
          if (given.length === 0) return;
          const before = await statesOf(trx, table, columns, declared, given);
          const rows = reducedRows(table, columns, declared, before);
          for (const contribution of given) rows.add(contribution);
          const numbers = Array.from({ length: rows.size }, (_, row) => row);
          trx.write(
            upsert(trx.table(table), columns),
            rows.cells().map(cells => arrayText(cells, numbers)),
          );
        },
      };
    },
    fold() {
      const rows = reducedRows(table, columns, declared);
      return {
        add: rows.add as (contribution: never) => void,
        size: () => rows.size * STATE_WEIGHT,
        copies: () => copyText(rows.cells(), rows.size),
      };
    },
  };
  return { ...tableOf(table, all), rows };
}

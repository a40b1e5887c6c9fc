import type { RecordedEvent } from '../../event-store/log.ts';
import type { DomainEvent, Projection, Recorded } from '../projection.ts';
import type { Columns, Contribution, Row } from './columns.ts';
import { type MergedRows, mergedRows } from './merged-rows.ts';
import { storedColumns, tableOf, upsert } from './table.ts';
import { arrayText, copyText } from './text.ts';

type Tables = Readonly<Record<string, Columns>>;

/** Contributes to a row, table by table. */
export type Add<T extends Tables> = {
  readonly [Name in keyof T]: (contribution: Contribution<T[Name]>) => void;
};

interface Definition<Name extends string, T extends Tables> {
  readonly name: Name;
  /**
   * Raise it whenever `tables` or what `rowsOf` makes of an event changes: the runner then builds anew beside the
   * live build. Never lower it: to go back, ship the old code under the next number.
   */
  readonly version: number;
  /** By the name of the view that queries read (`read_models.<name>`): its columns, in order. Keys come as they vary less. */
  readonly tables: T;
  /** What an event contributes, by its type; events of other types contribute nothing. Must depend on the event alone. */
  readonly rowsOf: {
    readonly [Type in DomainEvent['type']]?: (event: Recorded<Type>, add: Add<T>) => void;
  };
}

/** A projection that keeps the types of its rows. */
export interface ReadModel<Name extends string = string, T extends Tables = Tables> extends Projection {
  readonly name: Name;
  readonly rows?: { readonly [View in keyof T]: Row<T[View]> };
}

/**
 * A read model, declared once. From the columns and their rules follow the tables, their views, the types of their
 * rows, the rows in memory, the statements that bring a batch in, and what a rebuild copies.
 */
export function readModel<const Name extends string, const T extends Tables>(
  definition: Definition<Name, T>,
): ReadModel<Name, T> {
  const { name, version } = definition;
  const tables = Object.entries(definition.tables).map(([table, columns]) => ({
    ...tableOf(table, columns, definition.tables),
    stored: storedColumns(columns),
  }));
  // The runner hands over only events of the types named here: the one place where stored data gets its type.
  const rowsOf = definition.rowsOf as Readonly<
    Record<string, (event: RecordedEvent, add: Readonly<Record<string, MergedRows['add']>>) => void>
  >;

  function folding() {
    const merged = tables.map(table => ({ ...table, rows: mergedRows(table.name, table.stored) }));
    const add = Object.fromEntries(merged.map(({ name, rows }) => [name, rows.add]));
    return {
      merged,
      add(batch: readonly RecordedEvent[]) {
        for (const event of batch) rowsOf[event.type]?.(event, add);
      },
    };
  }

  return {
    name,
    version,
    events: new Set(Object.keys(rowsOf)),
    tables,
    apply(batch, trx) {
      const { merged, add } = folding();
      add(batch);
      for (const { name: table, stored, rows } of merged)
        for (const group of rows.byColumns()) {
          const columns = group.columns.flatMap(index => stored[index] ?? []);
          trx.write(
            upsert(trx.table(table), columns),
            group.columns.map(index => arrayText(rows.cells[index] ?? [], group.rows)),
          );
        }
    },
    fold() {
      const { merged, add } = folding();
      return {
        add,
        size: () => merged.reduce((sum, { rows }) => sum + rows.size, 0),
        copies: () =>
          Object.fromEntries(merged.map(({ name, rows }) => [name, copyText(rows.cells, rows.size)])),
      };
    },
  };
}

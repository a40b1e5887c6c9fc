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
  readonly rows?: { readonly [View in keyof T]: Row<T[View]> };
}

/**
 * A projection from a declaration. Tables, views, row types, merging in memory, the statements of a batch and the copied
 * rows of a rebuild are all derived from the columns and their merge rules.
 */
export function readModel<const Name extends string, const T extends Tables>(
  definition: Definition<Name, T>,
): ReadModel<Name, T> {
  const { name, version } = definition;
  const tables = Object.entries(definition.tables).map(([table, columns]) => ({
    ...tableOf(table, columns, definition.tables),
    stored: storedColumns(columns),
  }));
  // The runner passes only events of the types named here. Stored data gets its static type here, without validation.
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

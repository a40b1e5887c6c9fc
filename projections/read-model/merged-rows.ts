import { merges, type Value } from './rules.ts';
import type { StoredColumn } from './table.ts';
import type { Cells } from './text.ts';

/** Contributions merged into rows, stored column by column: half the memory of objects. */
export interface MergedRows {
  /** @throws Error for a contribution without a required column; the rows must not be used then */
  add(contribution: Readonly<Record<string, Value | undefined>>): void;
  readonly size: number;
  readonly cells: Cells;
  /**
   * Row numbers grouped by the columns that have contributions. Only `last` columns are distinguished: with the other
   * rules the start value does not change an existing row.
   */
  byColumns(): readonly { readonly columns: readonly number[]; readonly rows: readonly number[] }[];
}

/** Nested maps, one level per key column, down to the row number. */
type Node = Map<Value, Node | number>;

interface Step {
  readonly name: string;
  value: Value;
  node: Node | undefined;
}

export function mergedRows(table: string, columns: readonly StoredColumn[]): MergedRows {
  const cells = columns.map((): Value[] => []);
  const keys = columns.flatMap((column, index) =>
    column.rule === 'key' ? [{ name: column.name, values: cells[index] ?? [] }] : [],
  );
  const merged = columns.flatMap((column, index) =>
    column.rule === 'key'
      ? []
      : [
          {
            name: column.name,
            start: column.start,
            merged: merges[column.rule].merged,
            replaces: column.rule === 'last',
            values: cells[index] ?? [],
            // One bit for each column that a row may lack.
            bit: mayBeLeft(column) ? 2 ** index : 0,
          },
        ],
  );
  /** By row: the bits of the contributed columns. */
  const contributed: number[] = [];
  const tellsApart = merged.some(({ bit }) => bit > 0);
  const root: Node = new Map();
  /** The previous row's path in the maps: consecutive contributions mostly share it. */
  const path = keys.slice(0, -1).map(({ name }): Step => ({ name, value: null, node: undefined }));
  const lastKey = keys.at(-1)?.name ?? '';

  /** The innermost map, by the last column of the key. */
  function leafOf(contribution: Readonly<Record<string, Value | undefined>>): Node {
    let node = root;
    let isSame = true;
    for (let index = 0; index < path.length; index++) {
      const step = path[index] as Step;
      const value = contribution[step.name];
      if (!isSame || !step.node || value !== step.value) {
        isSame = false;
        if (value === undefined || value === null) throw missing(step.name);
        let next = node.get(value) as Node | undefined;
        if (!next) {
          next = new Map();
          node.set(value, next);
        }
        step.value = value;
        step.node = next;
      }
      node = step.node;
    }
    return node;
  }

  const missing = (column: string) => new Error(`a contribution to ${table} lacks ${column}`);

  return {
    add(contribution) {
      const leaf = leafOf(contribution);
      const last = contribution[lastKey];
      if (last === undefined || last === null) throw missing(lastKey);
      const known = leaf.get(last) as number | undefined;
      const row = known ?? contributed.length;
      let bits = 0;
      // Every contribution of every event comes through here: no iterators, and no call for the commonest rule.
      for (let index = 0; index < merged.length; index++) {
        const column = merged[index] as (typeof merged)[number];
        const given = contribution[column.name];
        const { start, values } = column;
        if (given === undefined) {
          if (start === undefined || column.name in contribution) throw missing(column.name);
          if (known === undefined) values.push(start);
          continue;
        }
        bits |= column.bit;
        if (known !== undefined)
          values[row] = column.replaces ? given : column.merged(values[row] as Value, given);
        else values.push(column.replaces || start === undefined ? given : column.merged(start, given));
      }
      if (known === undefined) {
        for (let index = 0; index < keys.length; index++) {
          const column = keys[index] as (typeof keys)[number];
          column.values.push(contribution[column.name] as Value);
        }
        leaf.set(last, row);
        contributed.push(bits);
      } else if (bits > 0) contributed[row] = (contributed[row] ?? 0) | bits;
    },
    get size() {
      return contributed.length;
    },
    cells,
    byColumns() {
      const groups = new Map<number, number[]>();
      if (!tellsApart) groups.set(0, Array.from(contributed.keys()));
      else
        for (const [row, bits] of contributed.entries()) {
          const rows = groups.get(bits);
          if (rows) rows.push(row);
          else groups.set(bits, [row]);
        }
      return Array.from(groups, ([bits, rows]) => ({
        columns: [...columns.keys()].filter(index => {
          const column = columns[index];
          return column && (!mayBeLeft(column) || bits & (2 ** index));
        }),
        rows,
      }));
    },
  };
}

const mayBeLeft = ({ rule, start }: StoredColumn) => rule === 'last' && start !== undefined;

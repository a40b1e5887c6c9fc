import type { Row } from './glossary/glossary.ts';

/**
 * The rows that are selected to be marked together. Kept outside of React's state: a pick renders its row and the dock, not the
 * page.
 */
export interface Picks {
  readonly has: (key: string) => boolean;
  /** In the order in which they were picked; the same array until that changes. */
  readonly rows: () => readonly Row[];
  readonly subscribe: (listener: () => void) => () => void;
  readonly toggle: (row: Row) => void;
  readonly add: (rows: readonly Row[]) => void;
  readonly clear: () => void;
}

export function createPicks(): Picks {
  let picked: ReadonlyMap<string, Row> = new Map();
  let rows: readonly Row[] = [];
  const listeners = new Set<() => void>();
  const become = (next: ReadonlyMap<string, Row>) => {
    picked = next;
    rows = [...next.values()];
    for (const listener of listeners) listener();
  };
  return {
    has: key => picked.has(key),
    rows: () => rows,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    toggle(row) {
      const next = new Map(picked);
      if (!next.delete(row.key)) next.set(row.key, row);
      become(next);
    },
    add(more) {
      if (more.every(({ key }) => picked.has(key))) return;
      become(new Map([...picked, ...more.map(row => [row.key, row] as const)]));
    },
    clear() {
      if (picked.size > 0) become(new Map());
    },
  };
}

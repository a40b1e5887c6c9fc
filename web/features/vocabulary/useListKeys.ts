import { type RefObject, useEffect, useRef } from 'react';
import type { Item } from './glossary/choice.ts';
import type { Row } from './glossary/glossary.ts';

interface ListKeys {
  readonly items: readonly Item[];
  /** Index of the row that has, or last had, the focus. */
  readonly active: RefObject<number>;
  readonly focus: (index: number) => void;
  readonly search: () => void;
  readonly pick: (row: Row) => void;
  readonly pickAll: (rows: readonly Row[]) => void;
  readonly open: (row: Row) => void;
  /** Of the row with the focus, if there is one. */
  readonly mark: (row: Row | undefined, state: 'known' | 'seen') => void;
  readonly undo: () => void;
  /** Single letters act; Escape, Space and the arrows always do. */
  readonly letters: boolean;
  readonly close: () => void;
}

/** The keys of the list, all of them where nothing is typed and no dialog is open. */
export function useListKeys(keys: ListKeys): void {
  const now = useRef(keys);
  now.current = keys;
  useEffect(() => {
    const down = (event: KeyboardEvent) => {
      const { target } = event;
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (document.querySelector('dialog[open]')) return;
      if (target instanceof HTMLElement && target.closest('input, textarea, select')) {
        if (event.key === 'ArrowDown' && target.closest('input')) {
          event.preventDefault();
          step(now.current, 1, false);
        }
        return;
      }
      if (pressed(now.current, event)) event.preventDefault();
    };
    addEventListener('keydown', down);
    return () => removeEventListener('keydown', down);
  }, []);
}

/** @returns whether the key does something here */
function pressed(keys: ListKeys, { key, shiftKey, target }: KeyboardEvent): boolean {
  const row = keys.items[keys.active.current]?.row;
  const onRow = target instanceof Element && target.closest('[data-row]') !== null;
  switch (key) {
    case 'ArrowDown':
    case 'ArrowUp':
      if (!onRow && !isNoControl(target)) return false;
      step(keys, key === 'ArrowDown' ? 1 : -1, shiftKey);
      return true;
    case ' ':
      if (!onRow || !row) return false;
      keys.pick(row);
      return true;
    case 'Escape':
      keys.close();
      return true;
  }
  // Whoever dictates or has a tremor can switch single letters off.
  if (!keys.letters) return false;
  switch (key.toLowerCase()) {
    case '/':
      keys.search();
      return true;
    case 'k':
      keys.mark(onRow ? row : undefined, 'known');
      return true;
    case 's':
      keys.mark(onRow ? row : undefined, 'seen');
      return true;
    case 'u':
      keys.undo();
      return true;
  }
  return false;
}

/** The page, or the title of the story that is open: from there the arrows lead on in the list. */
function isNoControl(target: EventTarget | null): boolean {
  if (target === document.body) return true;
  return target instanceof HTMLElement && (target.id === 'content' || 'title' in target.dataset);
}

/** To the next row in a direction; with `picking` both are picked. */
function step(keys: ListKeys, by: 1 | -1, picking: boolean): void {
  const { items, active } = keys;
  const from = active.current;
  let to = from < 0 || !items[from] ? (by > 0 ? 0 : items.length - 1) : from + by;
  while (items[to] && !items[to]?.row) to += by;
  const row = items[to]?.row;
  if (!row) return;
  if (picking) keys.pickAll([items[from]?.row, row].flatMap(one => one ?? []));
  active.current = to;
  keys.focus(to);
}

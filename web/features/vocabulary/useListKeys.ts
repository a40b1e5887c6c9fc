import { type RefObject, useEffect, useEffectEvent } from 'react';
import type { Item } from './glossary/choice.ts';
import type { Row } from './glossary/glossary.ts';

interface ListKeys {
  readonly items: readonly Item[];
  /** Index of the row that has the focus, or had it last. */
  readonly active: RefObject<number>;
  readonly focus: (index: number) => void;
  readonly search: () => void;
  readonly pick: (row: Row) => void;
  readonly pickAll: (rows: readonly Row[]) => void;
  readonly open: (row: Row) => void;
  /** `row`: the one with the focus, if there is one. */
  readonly mark: (row: Row | undefined, state: 'known' | 'seen') => void;
  readonly undo: () => void;
  /** Whether single letters are shortcuts; Escape, Space and the arrows always are. */
  readonly letters: boolean;
  readonly close: () => void;
}

/** The keyboard shortcuts of the list. They are inactive while the learner types or a dialog is open. */
export function useListKeys(keys: ListKeys): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (document.querySelector('dialog[open]')) return;
    if (target instanceof HTMLElement && target.closest('input, textarea, select')) {
      if (event.key === 'ArrowDown' && target.closest('input')) {
        event.preventDefault();
        step(keys, 1, false);
      }
      return;
    }
    if (pressed(keys, event)) event.preventDefault();
  });
  useEffect(() => {
    const down = (event: KeyboardEvent) => press(event);
    addEventListener('keydown', down);
    return () => removeEventListener('keydown', down);
  }, []);
}

/** @returns whether the key was handled */
function pressed(keys: ListKeys, { key, shiftKey, target }: KeyboardEvent): boolean {
  const focused = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null;
  const onRow = focused !== null;
  // A mark may have moved the row to another place while it had the focus.
  if (onRow) keys.active.current = keys.items.findIndex(({ row }) => row?.key === focused.dataset['row']);
  const row = keys.items[keys.active.current]?.row;
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
  // Learners who dictate or have a tremor can turn single letters off (WCAG 2.1.4).
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

/** Whether the focus is on the page itself or on the title of the open story: from both, the arrows move on in the list. */
function isNoControl(target: EventTarget | null): boolean {
  if (target === document.body) return true;
  return target instanceof HTMLElement && (target.id === 'content' || 'title' in target.dataset);
}

/** Moves to the next row in a direction; with `picking`, both rows are selected. */
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

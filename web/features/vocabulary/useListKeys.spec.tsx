// @vitest-environment jsdom
import { fireEvent, renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { Item } from './glossary/choice.ts';
import { useListKeys } from './useListKeys.ts';

const item = (key: string) => ({ row: { key } }) as Item;

test('a key acts on the row that has the focus, wherever the list has moved it', () => {
  document.body.innerHTML =
    '<div data-row="a"><button></button></div><div data-row="b"><button></button></div>';
  const mark = vi.fn();
  const pick = vi.fn();
  const active = { current: 0 };
  const rest = { active, mark, pick, focus: vi.fn(), search: vi.fn(), pickAll: vi.fn(), open: vi.fn() };
  const keys = { ...rest, undo: vi.fn(), close: vi.fn(), letters: true };
  const { rerender } = renderHook(items => useListKeys({ ...keys, items }), {
    initialProps: [item('a'), item('b')],
  });
  rerender([item('b'), item('a')]);
  const first = document.querySelector('[data-row="a"] button') as Element;
  fireEvent.keyDown(first, { key: 'k' });
  fireEvent.keyDown(first, { key: ' ' });
  expect(mark).toHaveBeenCalledExactlyOnceWith({ key: 'a' }, 'known');
  expect(pick).toHaveBeenCalledExactlyOnceWith({ key: 'a' });
  // The arrows go on from there.
  fireEvent.keyDown(first, { key: 'ArrowUp' });
  expect(active.current).toBe(0);
});

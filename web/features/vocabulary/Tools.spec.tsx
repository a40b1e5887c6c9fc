// @vitest-environment jsdom
import { act, fireEvent, render, screen } from '@testing-library/react';
import { createRef } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { choiceFrom } from './glossary/choice.ts';
import { Tools } from './Tools.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a key typed before the page shows the text before it is not lost', () => {
  const searched: string[] = [];
  const tools = (search: string) => (
    <Tools
      choice={{ ...choiceFrom(new URLSearchParams()), search }}
      books={[]}
      states={new Map()}
      levels={new Map()}
      search={input}
      onChoose={({ search }) => searched.push(search ?? '')}
    />
  );
  const input = createRef<HTMLInputElement>();
  const { rerender } = render(tools(''));
  const field = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search' });
  const type = (value: string) => fireEvent.change(field, { target: { value } });
  const wait = () => act(() => vi.advanceTimersByTime(1_000));
  type('a');
  wait();
  type('ab');
  rerender(tools('a'));
  expect(field.value).toBe('ab');
  wait();
  rerender(tools('ab'));
  expect(searched).toEqual(['a', 'ab']);

  // The address changes from outside, also back to what was searched before.
  rerender(tools(''));
  expect(field.value).toBe('');
  rerender(tools('ab'));
  expect(field.value).toBe('ab');
  expect(searched).toHaveLength(2);
});

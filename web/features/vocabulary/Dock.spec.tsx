// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { Dock } from './Dock.tsx';
import type { Row } from './glossary/glossary.ts';
import { createPicks } from './picks.ts';

afterEach(() => void vi.useRealTimers());

test('an outcome goes after its time, also when it was brought about by a button that is gone with the focus', () => {
  vi.useFakeTimers();
  const picks = createPicks();
  const [onOver, onFocusLost] = [vi.fn(), vi.fn()];
  const given = { picks, onMark: vi.fn(), onUndo: vi.fn(), onOver, onFocusLost };
  const { rerender } = render(<Dock {...given} outcome={null} />);
  act(() => picks.toggle({ key: 'hablar' } as Row));
  act(() => screen.getByRole('button', { name: /Mark known/ }).focus());
  act(() => picks.clear());
  rerender(<Dock {...given} outcome={{ text: '1 word marked known' }} />);
  expect(onFocusLost).toHaveBeenCalledOnce();
  act(() => vi.advanceTimersByTime(9_999));
  expect(onOver).not.toHaveBeenCalled();
  act(() => vi.advanceTimersByTime(1));
  expect(onOver).toHaveBeenCalledOnce();
});

// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useCountUp } from './useCountUp.ts';

const motion = (reduced: boolean) => {
  window.matchMedia = () => ({ matches: reduced }) as MediaQueryList;
};
afterEach(() => vi.useRealTimers());

test('a count grows for a second and ends where it is', () => {
  motion(false);
  vi.useFakeTimers({ toFake: ['performance', 'requestAnimationFrame', 'cancelAnimationFrame'] });
  const { result, rerender } = renderHook(({ value }) => useCountUp(value), { initialProps: { value: 10 } });
  expect(result.current).toBe(10);
  rerender({ value: 20 });
  act(() => void vi.advanceTimersByTime(500));
  expect(result.current).toBeGreaterThan(10);
  expect(result.current).toBeLessThan(20);
  act(() => void vi.advanceTimersByTime(600));
  expect(result.current).toBe(20);
});

test('it is there at once for who asked for no motion', () => {
  motion(true);
  const { result } = renderHook(() => useCountUp(7, 0));
  expect(result.current).toBe(7);
});

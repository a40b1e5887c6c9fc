// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useCountUp } from './useCountUp.ts';

const motion = (reduced: boolean) => {
  window.matchMedia = () => ({ matches: reduced }) as MediaQueryList;
};
afterEach(() => vi.useRealTimers());

test('a count is animated for a second and ends at its value', () => {
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

test('with reduced motion the value is shown at once', () => {
  motion(true);
  const { result } = renderHook(() => useCountUp(7, 0));
  expect(result.current).toBe(7);
});

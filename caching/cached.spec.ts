import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { cached } from './cached.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('concurrent calls share one read, and the value is read again when it is too old', async () => {
  let reads = 0;
  const value = cached(
    async () => {
      reads += 1;
      return reads;
    },
    read => read * 1_000,
  );
  expect(await Promise.all([value(), value()])).toEqual([1, 1]);
  vi.advanceTimersByTime(999);
  expect(await value()).toBe(1);
  vi.advanceTimersByTime(1);
  expect(await value()).toBe(2);
  vi.advanceTimersByTime(1_999);
  expect(await value()).toBe(2);
});

test('a read that fails is not cached', async () => {
  let reads = 0;
  const value = cached(
    async () => {
      reads += 1;
      if (reads === 1) throw new Error('away');
      return reads;
    },
    () => 1_000,
  );
  await expect(value()).rejects.toThrow('away');
  expect(await value()).toBe(2);
});

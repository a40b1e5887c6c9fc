// @vitest-environment jsdom
import { focusManager, onlineManager, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { createQueryClient } from './query-client.ts';

afterEach(() => {
  vi.useRealTimers();
  focusManager.setFocused(undefined);
  onlineManager.setOnline(true);
});

test('what no screen uses is kept for a minute; focus, reconnection and another screen read nothing again', async () => {
  vi.useFakeTimers();
  const queries = createQueryClient();
  queries.mount();
  const queryFn = vi.fn(async () => 'read');
  const open = () => new QueryObserver(queries, { queryKey: ['shelf'], queryFn }).subscribe(() => {});
  const leave = open();
  await vi.advanceTimersByTimeAsync(0);
  expect(queryFn).toHaveBeenCalledTimes(1);
  // Long stale.
  await vi.advanceTimersByTimeAsync(3_600_000);
  focusManager.setFocused(false);
  focusManager.setFocused(true);
  onlineManager.setOnline(false);
  onlineManager.setOnline(true);
  open()();
  await vi.advanceTimersByTimeAsync(0);
  expect(queryFn).toHaveBeenCalledTimes(1);

  leave();
  await vi.advanceTimersByTimeAsync(59_999);
  expect(queries.getQueryData(['shelf'])).toBe('read');
  await vi.advanceTimersByTimeAsync(1);
  expect(queries.getQueryData(['shelf'])).toBeUndefined();
  queries.unmount();
});

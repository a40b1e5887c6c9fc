// @vitest-environment jsdom
import { focusManager, onlineManager, QueryObserver } from '@tanstack/react-query';
import { set } from 'idb-keyval';
import { afterEach, expect, test, vi } from 'vitest';
import type { Client } from '../../facade/client/client.ts';
import { CallFailure } from '../../facade/client/failure.ts';
import { connectionNow } from '../shared/device/connection.ts';
import { keepReplies } from '../shared/device/replies.ts';
import { vocabulariesQuery } from '../shared/queries.ts';
import { createQueryClient } from './query-client.ts';

afterEach(() => {
  vi.useRealTimers();
  focusManager.setFocused(undefined);
  onlineManager.setOnline(true);
});

test('unused data is kept for a minute; focus, reconnection and another screen refetch nothing', async () => {
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

const entry = (level: string) => ({ _id: 'ros', fragment: 'ros', language: 'es', state: 'seen', level });

test('a late reply is shown when it arrives; until then the stored data is shown', async () => {
  await set('reply ana ["vocabularies"]', { data: [entry('I')], at: 1 });
  const queries = createQueryClient('ana', true);
  const end = keepReplies('ana', queries);
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const client = { call: () => promise, refresh: async () => '' };
  const options = vocabulariesQuery(client as unknown as Client);
  expect(await queries.fetchQuery(options)).toEqual([entry('I')]);
  expect(connectionNow()).toBe('down');
  resolve([entry('II')]);
  await expect.poll(() => queries.getQueryData(options.queryKey)).toEqual([entry('II')]);
  expect(connectionNow()).toBe('up');
  end();
});

test('a late reply does not undo optimistic updates', async () => {
  await set('reply ana ["vocabularies"]', { data: [entry('I')], at: 1 });
  const queries = createQueryClient('ana', true);
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const client = { call: () => promise, refresh: async () => '' };
  const options = vocabulariesQuery(client as unknown as Client);
  await queries.fetchQuery(options);
  queries.setQueryData(options.queryKey, [entry('IV')] as never);
  const heard = Promise.withResolvers<void>();
  queries.getQueryCache().subscribe(event => {
    if (event.type === 'updated' && event.action.type === 'success' && !event.action.manual) heard.resolve();
  });
  resolve([entry('I')]);
  await heard.promise;
  expect(queries.getQueryData(options.queryKey)).toEqual([entry('IV')]);
});

test('without stored data a late reply is awaited, and its failure is shown', async () => {
  const queries = createQueryClient('ana', true);
  const slow = new Promise(resolve => setTimeout(resolve, 700, 'read'));
  expect(await queries.fetchQuery({ queryKey: ['vocabularies'], queryFn: () => slow })).toBe('read');
  const refused = async () => {
    await new Promise(resolve => setTimeout(resolve, 700));
    throw new CallFailure('HTTP', { status: 404 });
  };
  await expect(queries.fetchQuery({ queryKey: ['books'], queryFn: refused })).rejects.toMatchObject({
    status: 404,
  });
});

// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import { get, keys, set } from 'idb-keyval';
import { beforeEach, expect, test, vi } from 'vitest';
import { CallFailure } from '../../../facade/client/failure.ts';
import { clearLearner, clearOthers, unsentOf } from './clear.ts';
import { connectionNow, setConnection, useConnection } from './connection.ts';
import { fallbackReply, keepReplies } from './replies.ts';

/** The stored replies of each learner: storing, fallback, access and clearing. */

const DAY = 86_400_000;
const away = new CallFailure('FETCH_ERROR');
const me = {
  roles: ['user'],
  activeSubscription: true,
  subscription: { status: 'active', paidUntil: null, cancelsAtPeriodEnd: false, closesAt: null },
};
const second = ['sentences', 'cuento', 2];

/** Long enough for a busy machine, in milliseconds. */
const patient = { timeout: 120_000 };

/** A query client that has read some data as `learner`, and its stored replies. */
async function read(learner: string, replies: readonly (readonly [readonly unknown[], unknown])[]) {
  const queries = new QueryClient();
  const end = keepReplies(learner, queries);
  for (const [queryKey, data] of replies)
    await queries.fetchQuery({ queryKey, queryFn: () => data, staleTime: 0 });
  const key = (queryKey: readonly unknown[]) => `reply ${learner} ${JSON.stringify(queryKey)}`;
  await vi.waitFor(async () => {
    const found = await keys();
    for (const [queryKey] of replies) expect(found).toContain(key(queryKey));
  }, patient);
  return { queries, end, kept: (queryKey: readonly unknown[]) => get(key(queryKey)) };
}

/** The data that a newly opened page shows without the server. */
async function shown(learner: string, queryKey: readonly unknown[], now?: number, why = away) {
  const query = new QueryClient().getQueryCache().build(new QueryClient(), { queryKey });
  return fallbackReply(learner, query, why, now === undefined ? {} : { now }).catch(
    (failure: CallFailure) => failure.message,
  );
}

beforeEach(() => {
  setConnection('up');
  // jsdom has no idle callback; this one runs at once.
  vi.stubGlobal('requestIdleCallback', (act: () => void) => setTimeout(act));
  vi.stubGlobal('cancelIdleCallback', clearTimeout);
});

test('stored replies are shown without the server, to their own learner only', async () => {
  await read('ana', [
    [['profile'], me],
    [second, 'rosas'],
  ]);
  expect(await shown('ana', second)).toBe('rosas');
  expect(connectionNow()).toBe('down');
  expect(await shown('eva', second)).toMatch(/is not on this device/);
  expect(await shown('ana', ['sentences', 'cuento', 3])).toMatch(/is not on this device/);
});

test('only data for reading is stored', async () => {
  const { queries } = await read('ana', [[['profile'], me]]);
  await queries.fetchQuery({ queryKey: ['people'], queryFn: () => 'everybody' });
  queries.setQueryData(['profile'], { ...me, lastRead: {} });
  await vi.waitFor(async () => expect(await keys()).toEqual(['reply ana ["profile"]']), patient);
  expect(await shown('ana', ['people'])).toBe('FETCH_ERROR');
});

test('optimistic updates are stored, but do not extend the access to a paid chapter', async () => {
  const { queries, kept } = await read('ana', [
    [['profile'], me],
    [second, 'rosas'],
  ]);
  const before = (await kept(['profile'])) as { at: number };
  queries.setQueryData(['profile'], { ...me, lastRead: { cuento: { 2: 's4' } } });
  await vi.waitFor(
    async () =>
      expect(await kept(['profile'])).toMatchObject({
        data: { lastRead: { cuento: { 2: 's4' } } },
        at: before.at,
      }),
    patient,
  );
  expect(await shown('ana', second, before.at + 13 * DAY)).toBe('rosas');
  expect(await shown('ana', second, before.at + 14 * DAY)).toMatch(/^Connect to open this chapter again/);
});

test('a page that ends before it is idle has stored what was read last', async () => {
  const { queries, kept } = await read('ana', [
    [['profile'], me],
    [['vocabularies'], { casa: 'I' }],
  ]);
  vi.stubGlobal('requestIdleCallback', () => 0);
  queries.setQueryData(['vocabularies'], { casa: 'II' });
  queries.setQueryData(['profile'], { ...me, lastRead: { cuento: { 2: 's4' } } });
  await vi.waitFor(
    async () =>
      expect(await kept(['profile'])).toMatchObject({ data: { lastRead: { cuento: { 2: 's4' } } } }),
    patient,
  );
  expect(await kept(['vocabularies'])).toMatchObject({ data: { casa: 'I' } });
});

test('data shown from the device does not count as a reply', async () => {
  const { queries, kept } = await read('ana', [[['profile'], me]]);
  await set('reply ana ["profile"]', { data: me, at: 1 });
  const query = queries.getQueryCache().find({ queryKey: ['profile'] });
  if (!query) throw new Error('the profile was read');
  await queries.fetchQuery({
    queryKey: ['profile'],
    queryFn: async () => (await fallbackReply('ana', query, away)) as typeof me,
    staleTime: 0,
  });
  queries.setQueryData(['profile'], { ...me, activeSubscription: false });
  await vi.waitFor(
    async () => expect(await kept(['profile'])).toMatchObject({ data: { activeSubscription: false }, at: 1 }),
    patient,
  );
  expect(connectionNow()).toBe('down');
});

test('a query of the device says nothing about the server; any other does', async () => {
  const { queries } = await read('ana', [[['profile'], me]]);
  setConnection('down');
  for (const name of ['visit', 'chapter record']) {
    await queries.fetchQuery({ queryKey: [name, 'ana', 'cuento', 2], queryFn: () => null, staleTime: 0 });
    expect(connectionNow()).toBe('down');
  }
  await queries.fetchQuery({ queryKey: ['sessions'], queryFn: () => [], staleTime: 0 });
  expect(connectionNow()).toBe('up');
});

test("after an error of the server stored data is shown, or the error's own message", async () => {
  await read('ana', [[['profile'], me]]);
  const broken = new CallFailure('HTTP', { status: 503, body: { message: 'broken' } });
  const { result } = renderHook(useConnection);
  await act(() => shown('ana', ['profile']));
  expect(result.current).toBe('down');
  expect(await act(() => shown('ana', ['profile'], undefined, broken))).toEqual(me);
  expect(result.current).toBe('failing');
  expect(await shown('ana', second, undefined, broken)).toBe('broken');
});

test('a logout clears all data of a learner but unsent commands, and so does a login as another learner', async () => {
  const message = { kind: 'undo', id: '1', group: '1', body: {} };
  for (const learner of ['ana', 'eva']) {
    await set(`outbox ${learner}`, [message]);
    for (const kind of ['visit', 'chapter', 'reply', 'sound']) await set(`${kind} ${learner} cuento 1`, 1);
    localStorage.setItem(`placement ${learner}`, '1');
  }
  await clearLearner('ana');
  const left = (learner: string) =>
    vi.waitFor(async () => (await keys()).filter(key => String(key).includes(` ${learner}`)).toSorted());
  expect(await left('ana')).toEqual(['outbox ana']);
  expect(await left('eva')).toHaveLength(5);
  expect(await unsentOf('ana')).toBe('1 mark waits');
  await clearOthers('mia');
  expect([await left('ana'), await left('eva')]).toEqual([['outbox ana'], ['outbox eva']]);
  expect(Object.keys(localStorage)).toEqual([]);
});

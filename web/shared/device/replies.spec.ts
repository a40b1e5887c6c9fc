// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import { get, keys, set } from 'idb-keyval';
import { beforeEach, expect, test, vi } from 'vitest';
import { CallFailure } from '../../../facade/client/failure.ts';
import { clearLearner, clearOthers, waitingOf } from './clear.ts';
import { connectionNow, tellConnection, useConnection } from './connection.ts';
import { keepReplies, replyInstead } from './replies.ts';

/** What lies on the device of each learner: what is kept, shown instead, closed, and cleared. */

const DAY = 86_400_000;
const away = new CallFailure('FETCH_ERROR');
const me = {
  roles: ['user'],
  activeSubscription: true,
  subscription: { status: 'active', paidUntil: null, cancelsAtPeriodEnd: false, closesAt: null },
};
const second = ['sentences', 'cuento', 2];

/** Time enough for a busy machine, in milliseconds. */
const patient = { timeout: 20_000 };

/** A query client that has read something as `learner`, and what it keeps. */
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

/** What a page that is opened anew is shown without the server. */
async function shown(learner: string, queryKey: readonly unknown[], now?: number, why = away) {
  const query = new QueryClient().getQueryCache().build(new QueryClient(), { queryKey });
  return replyInstead(learner, query, why, now === undefined ? {} : { now }).catch(
    (failure: CallFailure) => failure.message,
  );
}

beforeEach(() => {
  tellConnection('up');
  // jsdom has no idle time: what is to be written is written at once.
  vi.stubGlobal('requestIdleCallback', (act: () => void) => setTimeout(act));
  vi.stubGlobal('cancelIdleCallback', clearTimeout);
});

test('what was read is shown without the server, to its own learner only', async () => {
  await read('ana', [
    [['profile'], me],
    [second, 'rosas'],
  ]);
  expect(await shown('ana', second)).toBe('rosas');
  expect(connectionNow()).toBe('down');
  expect(await shown('eva', second)).toMatch(/is not on this device/);
  expect(await shown('ana', ['sentences', 'cuento', 3])).toMatch(/is not on this device/);
});

test('what nobody needs for reading is not kept', async () => {
  const { queries } = await read('ana', [[['profile'], me]]);
  await queries.fetchQuery({ queryKey: ['people'], queryFn: () => 'everybody' });
  queries.setQueryData(['profile'], { ...me, lastRead: {} });
  await vi.waitFor(async () => expect(await keys()).toEqual(['reply ana ["profile"]']), patient);
  expect(await shown('ana', ['people'])).toBe('FETCH_ERROR');
});

test('what the learner did is kept, and the server was not heard by it: the paid chapter closes as before', async () => {
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

test('what was shown from the device is not taken for a reply', async () => {
  const { queries, kept } = await read('ana', [[['profile'], me]]);
  await set('reply ana ["profile"]', { data: me, at: 1 });
  const query = queries.getQueryCache().find({ queryKey: ['profile'] });
  if (!query) throw new Error('the profile was read');
  await queries.fetchQuery({
    queryKey: ['profile'],
    queryFn: async () => (await replyInstead('ana', query, away)) as typeof me,
    staleTime: 0,
  });
  queries.setQueryData(['profile'], { ...me, activeSubscription: false });
  await vi.waitFor(
    async () => expect(await kept(['profile'])).toMatchObject({ data: { activeSubscription: false }, at: 1 }),
    patient,
  );
  expect(connectionNow()).toBe('down');
});

test('a query of the device is no news of the server; any other is', async () => {
  const { queries } = await read('ana', [[['profile'], me]]);
  tellConnection('down');
  for (const name of ['visit', 'chapter record']) {
    await queries.fetchQuery({ queryKey: [name, 'ana', 'cuento', 2], queryFn: () => null, staleTime: 0 });
    expect(connectionNow()).toBe('down');
  }
  await queries.fetchQuery({ queryKey: ['sessions'], queryFn: () => [], staleTime: 0 });
  expect(connectionNow()).toBe('up');
});

test('an error of the server is no lost connection: what is kept is shown, else its own words', async () => {
  await read('ana', [[['profile'], me]]);
  const broken = new CallFailure('HTTP', { status: 503, body: { message: 'broken' } });
  const { result } = renderHook(useConnection);
  await act(() => shown('ana', ['profile']));
  expect(result.current).toBe('down');
  expect(await act(() => shown('ana', ['profile'], undefined, broken))).toEqual(me);
  expect(result.current).toBe('failing');
  expect(await shown('ana', second, undefined, broken)).toBe('broken');
});

test('a logout clears all of a learner but what waits; another who signs in clears the same', async () => {
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
  expect(await waitingOf('ana')).toBe('1 mark waits');
  await clearOthers('mia');
  expect([await left('ana'), await left('eva')]).toEqual([['outbox ana'], ['outbox eva']]);
  expect(Object.keys(localStorage)).toEqual([]);
});

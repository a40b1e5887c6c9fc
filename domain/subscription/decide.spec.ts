import { expect, test } from 'vitest';
import { specification } from '../../tooling/testing/given.ts';
import { decide, type SubscriptionCommand } from './decide.ts';
import {
  accessEnded,
  evolve,
  isActive,
  isInTime,
  neverSubscribed,
  type Payment,
  type SubscriptionEvent,
  type SubscriptionState,
  type SubscriptionStatus,
  subscriptionStatuses,
} from './subscription.ts';

const given = specification({ initial: neverSubscribed, evolve, decide });
const standing = (
  status: SubscriptionStatus,
  change: Partial<SubscriptionState> = {},
): SubscriptionState => ({
  status,
  paidUntil: '2026-12-21T00:00:00.000Z',
  cancelsAtPeriodEnd: false,
  pastDueSince: null,
  payment: 'kept',
  ...change,
});
const changed = (
  from: SubscriptionStatus | null,
  to: SubscriptionStatus,
  change: Partial<SubscriptionState> = {},
): SubscriptionEvent => {
  const { status: _, ...rest } = standing(to, change);
  return { type: 'SubscriptionChanged', data: { from, to, ...rest, providerEvent: 'evt_1' } };
};
const record = (
  status: SubscriptionStatus,
  change: Partial<SubscriptionState> = {},
): SubscriptionCommand => ({
  type: 'record',
  now: standing(status, change),
  providerEvent: 'evt_1',
});

test('a change at the provider is recorded', () => {
  given().when(record('active')).then(changed(null, 'active'));
  given(changed(null, 'active')).when(record('canceled')).then(changed('active', 'canceled'));
});

test.each<Partial<SubscriptionState>>([
  { paidUntil: '2027-01-21T00:00:00.000Z' },
  { cancelsAtPeriodEnd: true },
  { pastDueSince: '2026-11-21T00:00:00.000Z' },
  { payment: 'disputed' },
])('a change of %o is recorded', change => {
  given(changed(null, 'active'))
    .when(record('active', change))
    .then(changed('active', 'active', change));
});

test('an unchanged state records nothing', () => {
  given(changed(null, 'active')).when(record('active')).thenNothing();
});

test('the result of an older query does not overwrite a newer one', () => {
  const before = standing('active');
  given(changed('active', 'canceled'))
    .when({ ...record('active', { cancelsAtPeriodEnd: true }), known: before })
    .thenRefused('changed meanwhile');
  given(changed(null, 'active'))
    .when({ ...record('canceled'), known: before })
    .then(changed('active', 'canceled'));
});

test('an old event without a failed payment is read as having none', () => {
  const { pastDueSince: _, payment: __, ...old } = changed(null, 'active').data;
  given({ type: 'SubscriptionChanged', data: old }).when(record('active')).thenNothing();
});

const now = '2026-12-01T00:00:00.000Z';
const opens = (status: SubscriptionStatus, change: Partial<SubscriptionState> = {}, at = now) =>
  isActive(standing(status, change), at);

test('a learner has access while the subscription is active or its payment is retried', () => {
  expect(subscriptionStatuses.filter(status => opens(status))).toEqual(['trialing', 'active', 'past_due']);
  expect(isActive(neverSubscribed, now)).toBe(false);
});

test('after a failed payment access continues for 14 days', () => {
  const since = { pastDueSince: '2026-11-20T08:00:00.000Z' };
  expect(opens('past_due', since, '2026-12-04T07:59:59.999Z')).toBe(true);
  expect(opens('past_due', since, '2026-12-04T08:00:00.000Z')).toBe(false);
});

test('a full refund or a dispute ends access, whatever the status', () => {
  for (const payment of ['refunded', 'disputed'] satisfies Payment[])
    expect(subscriptionStatuses.filter(status => opens(status, { payment }))).toEqual([]);
});

test('a dispute that was won restores access for the rest of the period', () => {
  const won = { payment: 'dispute won' } as const;
  expect(opens('canceled', won, '2026-12-20T23:59:59.999Z')).toBe(true);
  expect(opens('canceled', won, '2026-12-21T00:00:00.000Z')).toBe(false);
});

test('access ends when the provider ends it or when the retries end', () => {
  const said = (at: string, status: SubscriptionStatus, change: Partial<SubscriptionState> = {}) => ({
    at,
    state: standing(status, change),
  });
  const began = said('2026-10-01T00:00:00.000Z', 'active');
  expect(accessEnded([], now)).toBeNull();
  expect(accessEnded([said('2026-10-01T00:00:00.000Z', 'incomplete')], now)).toBeNull();
  expect(accessEnded([began], now)).toBe(now);
  expect(accessEnded([began, said('2026-11-05T00:00:00.000Z', 'canceled')], now)).toBe(
    '2026-11-05T00:00:00.000Z',
  );
  const retried = said('2026-11-02T00:00:00.000Z', 'past_due', { pastDueSince: '2026-11-01T00:00:00.000Z' });
  expect(accessEnded([began, retried], now)).toBe('2026-11-15T00:00:00.000Z');
  // A later end reported by the provider does not extend it.
  expect(accessEnded([began, retried, said('2026-11-20T00:00:00.000Z', 'canceled')], now)).toBe(
    '2026-11-15T00:00:00.000Z',
  );
  const again = said('2026-11-21T00:00:00.000Z', 'active');
  const refunded = said('2026-11-22T00:00:00.000Z', 'active', { payment: 'refunded' });
  expect(accessEnded([began, retried, again, refunded], now)).toBe('2026-11-22T00:00:00.000Z');
});

test('commands made offline are accepted for 30 days after the end of access', () => {
  const ended = '2026-11-01T12:00:00.000Z';
  expect(isInTime(ended, '2026-12-01T11:59:59.999Z')).toBe(true);
  expect(isInTime(ended, '2026-12-01T12:00:00.000Z')).toBe(false);
  expect(isInTime(null, ended)).toBe(false);
});

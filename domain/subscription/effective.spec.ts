import { expect, test } from 'vitest';
import { effectiveSubscription, mustEnd, type ProviderSubscription } from './effective.ts';

const subscription = (id: string, change: Partial<ProviderSubscription> = {}): ProviderSubscription => ({
  id,
  created: '2026-11-01T00:00:00.000Z',
  status: 'active',
  paidUntil: '2026-12-01T00:00:00.000Z',
  cancelsAtPeriodEnd: false,
  pastDueSince: null,
  payment: 'kept',
  ...change,
});
const later = '2026-11-02T00:00:00.000Z';
const now = '2026-11-20T00:00:00.000Z';

test('of two active subscriptions the older one is effective and the other a duplicate', () => {
  const first = subscription('b');
  const second = subscription('a', { created: later });
  expect(effectiveSubscription([second, first], now)).toEqual({
    effective: first,
    duplicates: [second],
    superseded: [],
  });
});

test('an ended subscription does not block a later one', () => {
  const ended = subscription('a', { status: 'canceled' });
  const running = subscription('b', { created: later, status: 'past_due' });
  expect(effectiveSubscription([ended, running], now)).toEqual({
    effective: running,
    duplicates: [],
    superseded: [],
  });
});

test('an incomplete payment is not a duplicate', () => {
  const running = subscription('a');
  expect(
    effectiveSubscription([running, subscription('b', { created: later, status: 'incomplete' })], now)
      .duplicates,
  ).toEqual([]);
});

test.each<[string, Partial<ProviderSubscription>]>([
  ['past due for more than 14 days', { status: 'past_due', pastDueSince: '2026-11-05T23:59:59.000Z' }],
  ['unpaid', { status: 'unpaid' }],
  ['paused', { status: 'paused' }],
  ['refunded', { payment: 'refunded' }],
])('a subscription that is %s gives way to a new one', (_, change) => {
  const old = subscription('a', change);
  const anew = subscription('b', { created: later });
  expect(effectiveSubscription([old, anew], now)).toEqual({
    effective: anew,
    duplicates: [],
    superseded: [old],
  });
});

test('a failed payment of less than 14 days gives access: a second subscription is a duplicate', () => {
  const failing = subscription('a', { status: 'past_due', pastDueSince: '2026-11-06T00:00:01.000Z' });
  const second = subscription('b', { created: later });
  expect(effectiveSubscription([failing, second], now)).toEqual({
    effective: failing,
    duplicates: [second],
    superseded: [],
  });
});

test('while no subscription gives access, none is ended and the oldest running one is effective', () => {
  const unpaid = subscription('a', { status: 'unpaid' });
  const paused = subscription('b', { created: later, status: 'paused' });
  expect(effectiveSubscription([paused, unpaid], now)).toEqual({
    effective: unpaid,
    duplicates: [],
    superseded: [],
  });
});

test('without an active subscription the newest one is effective; a customer may have none', () => {
  const newest = subscription('b', { created: later, status: 'canceled' });
  expect(effectiveSubscription([newest, subscription('a', { status: 'canceled' })], now).effective).toBe(
    newest,
  );
  expect(effectiveSubscription([], now).effective).toBeUndefined();
});

test('a refunded subscription must end', () => {
  expect(mustEnd(subscription('a'))).toBe(false);
  expect(mustEnd(subscription('a', { payment: 'refunded' }))).toBe(true);
  expect(mustEnd(subscription('a', { payment: 'disputed', status: 'past_due' }))).toBe(true);
  expect(mustEnd(subscription('a', { payment: 'disputed', status: 'canceled' }))).toBe(false);
  expect(mustEnd(subscription('a', { payment: 'dispute won' }))).toBe(false);
});

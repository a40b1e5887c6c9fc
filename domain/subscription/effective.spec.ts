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

test('of two active subscriptions the older one is effective and the other a duplicate', () => {
  const first = subscription('b');
  const second = subscription('a', { created: later });
  expect(effectiveSubscription([second, first])).toEqual({ effective: first, duplicates: [second] });
});

test('an ended subscription does not block a later one', () => {
  const ended = subscription('a', { status: 'canceled' });
  const running = subscription('b', { created: later, status: 'past_due' });
  expect(effectiveSubscription([ended, running])).toEqual({ effective: running, duplicates: [] });
});

test('an incomplete payment is not a duplicate', () => {
  const running = subscription('a');
  expect(
    effectiveSubscription([running, subscription('b', { created: later, status: 'incomplete' })]).duplicates,
  ).toEqual([]);
});

test('without an active subscription the newest one is effective; a customer may have none', () => {
  const newest = subscription('b', { created: later, status: 'canceled' });
  expect(effectiveSubscription([newest, subscription('a', { status: 'canceled' })]).effective).toBe(newest);
  expect(effectiveSubscription([])).toEqual({ effective: undefined, duplicates: [] });
});

test('a refunded subscription must end', () => {
  expect(mustEnd(subscription('a'))).toBe(false);
  expect(mustEnd(subscription('a', { payment: 'refunded' }))).toBe(true);
  expect(mustEnd(subscription('a', { payment: 'disputed', status: 'past_due' }))).toBe(true);
  expect(mustEnd(subscription('a', { payment: 'disputed', status: 'canceled' }))).toBe(false);
  expect(mustEnd(subscription('a', { payment: 'dispute won' }))).toBe(false);
});

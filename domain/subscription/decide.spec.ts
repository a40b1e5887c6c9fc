import { expect, test } from 'vitest';
import { specification } from '../../tooling/testing/given.ts';
import { decide, type SubscriptionCommand } from './decide.ts';
import {
  evolve,
  isActive,
  neverSubscribed,
  type SubscriptionEvent,
  type SubscriptionStatus,
  subscriptionStatuses,
} from './subscription.ts';

const given = specification({ initial: neverSubscribed, evolve, decide });
const until = '2026-12-21T00:00:00.000Z';
const changed = (from: SubscriptionStatus | null, to: SubscriptionStatus): SubscriptionEvent => ({
  type: 'SubscriptionChanged',
  data: { from, to, paidUntil: until, cancelsAtPeriodEnd: false, providerEvent: 'evt_1' },
});
const record = (status: SubscriptionStatus): SubscriptionCommand => ({
  type: 'record',
  now: { status, paidUntil: until, cancelsAtPeriodEnd: false },
  providerEvent: 'evt_1',
});

test('what the provider says now is recorded as the difference to what we knew', () => {
  given().when(record('active')).then(changed(null, 'active'));
  given(changed(null, 'active')).when(record('canceled')).then(changed('active', 'canceled'));
});

test('nothing new is nothing recorded', () => {
  given(changed(null, 'active')).when(record('active')).thenNothing();
});

test('the books stay open while a payment is retried, and in no other unpaid state', () => {
  const open = subscriptionStatuses.filter(status => isActive({ status }));
  expect(open).toEqual(['trialing', 'active', 'past_due']);
  expect(isActive(neverSubscribed)).toBe(false);
});

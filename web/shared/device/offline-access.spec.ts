import { expect, test } from 'vitest';
import { mayReadOffline } from './offline-access.ts';

const DAY = 86_400_000;
const lastReplyAt = Date.parse('2026-11-01T12:00:00.000Z');
const subscribed = {
  roles: ['user' as const],
  activeSubscription: true,
  subscription: {
    status: 'active',
    paidUntil: '2026-11-08T12:00:00.000Z',
    cancelsAtPeriodEnd: false,
    closesAt: null,
  },
};
const after = (days: number, rights: Parameters<typeof mayReadOffline>[1] = subscribed, chapter = 2) =>
  mayReadOffline(chapter, rights, { lastReplyAt, now: lastReplyAt + days * DAY });

test('a paid chapter closes when the paid period ends', () => {
  expect(after(6.99)).toBe(true);
  expect(after(7)).toBe(false);
});

test('a paid chapter closes after 14 days without a connection, even in the paid period', () => {
  const paid = {
    ...subscribed,
    subscription: { ...subscribed.subscription, paidUntil: '2027-11-01T00:00:00.000Z' },
  };
  expect(after(13.99, paid)).toBe(true);
  expect(after(14, paid)).toBe(false);
});

test('after a failed payment a paid chapter closes together with the subscription', () => {
  const subscription = {
    ...subscribed.subscription,
    status: 'past_due',
    closesAt: '2026-11-03T12:00:00.000Z',
  };
  expect(after(1.99, { ...subscribed, subscription })).toBe(true);
  expect(after(2, { ...subscribed, subscription })).toBe(false);
});

test('without a subscription a paid chapter is closed; an admin may read it for 14 days', () => {
  const lapsed = { ...subscribed, activeSubscription: false };
  expect(after(0, lapsed)).toBe(false);
  const admin = { roles: ['user' as const, 'admin' as const], activeSubscription: false, subscription: null };
  expect(after(13, admin)).toBe(true);
  expect(after(14, admin)).toBe(false);
});

test('setting the clock back opens no chapter', () => {
  expect(after(-0.5)).toBe(true);
  expect(after(-2)).toBe(false);
});

test('a free chapter never closes', () => {
  const nobody = { roles: ['user' as const], activeSubscription: false, subscription: null };
  expect(after(400, nobody, 1)).toBe(true);
});

import { expect, test } from 'vitest';
import { isOpenHere } from './closing.ts';

const DAY = 86_400_000;
const heard = Date.parse('2026-11-01T12:00:00.000Z');
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
const after = (days: number, standing: Parameters<typeof isOpenHere>[1] = subscribed, chapter = 2) =>
  isOpenHere(chapter, standing, { heard, now: heard + days * DAY });

test('a paid chapter closes when the paid period ends', () => {
  expect(after(6.99)).toBe(true);
  expect(after(7)).toBe(false);
});

test('it closes after 14 days without a connection, whatever was paid', () => {
  const paid = {
    ...subscribed,
    subscription: { ...subscribed.subscription, paidUntil: '2027-11-01T00:00:00.000Z' },
  };
  expect(after(13.99, paid)).toBe(true);
  expect(after(14, paid)).toBe(false);
});

test('after a failed payment it closes when the books do', () => {
  const subscription = {
    ...subscribed.subscription,
    status: 'past_due',
    closesAt: '2026-11-03T12:00:00.000Z',
  };
  expect(after(1.99, { ...subscribed, subscription })).toBe(true);
  expect(after(2, { ...subscribed, subscription })).toBe(false);
});

test('without a subscription it is closed; for an admin it is open for the 14 days', () => {
  const lapsed = { ...subscribed, activeSubscription: false };
  expect(after(0, lapsed)).toBe(false);
  const admin = { roles: ['user' as const, 'admin' as const], activeSubscription: false, subscription: null };
  expect(after(13, admin)).toBe(true);
  expect(after(14, admin)).toBe(false);
});

test('a clock that is set back opens nothing', () => {
  expect(after(-0.5)).toBe(true);
  expect(after(-2)).toBe(false);
});

test('a free chapter never closes', () => {
  const nobody = { roles: ['user' as const], activeSubscription: false, subscription: null };
  expect(after(400, nobody, 1)).toBe(true);
});

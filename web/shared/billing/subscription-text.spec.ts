import { expect, test } from 'vitest';
import { subscriptionText } from './subscription-text.ts';

type Subscription = NonNullable<Parameters<typeof subscriptionText>[0]['subscription']>;

const closed = (status: Subscription['status']) =>
  subscriptionText({
    activeSubscription: false,
    subscription: {
      status,
      paidUntil: '2026-12-01T12:00:00.000Z',
      cancelsAtPeriodEnd: false,
      closesAt: null,
    },
  });

test.each<[Subscription['status'], RegExp]>([
  ['canceled', /^Your subscription has ended\./],
  ['past_due', /^Your last payment failed, so the paid chapters are closed\. Check your card/],
  ['unpaid', /^Your last payment failed/],
  ['incomplete', /^Your payment did not go through, and nothing was charged\./],
  ['incomplete_expired', /^Your payment did not go through/],
  ['paused', /^Your subscription is paused\./],
])('without access the text says why: %s', (status, text) => {
  expect(closed(status)).toMatch(text);
});

import type { ReplyOf } from '../../../facade/endpoint.ts';
import type { profile } from '../../../facade/users.ts';
import { dayOf } from './day.ts';

/** The state of the subscription, and its end. */
export function subscriptionText({ activeSubscription, subscription }: ReplyOf<typeof profile>): string {
  if (!subscription) return 'The first chapter of every book is free. A subscription opens all others.';
  const { cancelsAtPeriodEnd, paidUntil, closesAt } = subscription;
  if (!activeSubscription)
    return 'Your subscription has ended. The first chapter of every book is open to you; a subscription opens all others.';
  if (closesAt !== null)
    return `Your last payment failed. Every chapter stays open until ${dayOf(closesAt)}; check your card under “Manage subscription”.`;
  if (paidUntil === null) return 'Your subscription is active: every chapter is open to you.';
  return cancelsAtPeriodEnd
    ? `You cancelled: every chapter stays open until ${dayOf(paidUntil)}, and nothing more is charged.`
    : `Your subscription is active: every chapter is open to you. It renews on ${dayOf(paidUntil)}.`;
}

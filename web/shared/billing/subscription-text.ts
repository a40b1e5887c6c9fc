import type { ReplyOf } from '../../../facade/endpoint.ts';
import type { profile } from '../../../facade/users.ts';
import { dayOf } from './day.ts';

/** The state of the subscription, and its end. */
export function subscriptionText({
  activeSubscription,
  subscription,
}: Pick<ReplyOf<typeof profile>, 'activeSubscription' | 'subscription'>): string {
  if (!subscription)
    return 'The first chapter of every book is free. A subscription opens every other chapter that is ready, and each new one as it comes.';
  const { status, cancelsAtPeriodEnd, paidUntil, closesAt } = subscription;
  if (!activeSubscription)
    return `${closedBecause[status] ?? 'Your subscription has ended.'} The first chapter of every book is open to you; a subscription opens every other chapter that is ready, and each new one as it comes.`;
  if (closesAt !== null)
    return `Your last payment failed. Every chapter stays open until ${dayOf(closesAt)}; check your card under “Manage subscription”.`;
  if (paidUntil === null) return 'Your subscription is active: every chapter that is ready is open to you.';
  return cancelsAtPeriodEnd
    ? `You cancelled: every chapter stays open until ${dayOf(paidUntil)}, and nothing more is charged.`
    : `Your subscription is active: every chapter that is ready is open to you. It renews on ${dayOf(paidUntil)}.`;
}

const failed =
  'Your last payment failed, so the paid chapters are closed. Check your card under “Manage subscription”, or subscribe anew: the old subscription then ends.';
const neverPaid = 'Your payment did not go through, and nothing was charged.';

/** Why a subscription that has not ended gives no access, by its status. */
const closedBecause: Readonly<Record<string, string>> = {
  past_due: failed,
  unpaid: failed,
  incomplete: neverPaid,
  incomplete_expired: neverPaid,
  paused: 'Your subscription is paused.',
};

import { type Refusal, refuse } from '../refusal.ts';
import type { Standing, Subscription, SubscriptionEvent } from './subscription.ts';

export interface SubscriptionCommand {
  readonly type: 'record';
  /** The subscription as the provider has it now; its webhooks promise no order, so they are never folded themselves. */
  readonly now: Standing;
  /** The provider's event that made us look, or the name of the check that did. */
  readonly providerEvent: string;
  /** What we knew when the provider was asked: who asked earlier must not overwrite what a later look found. */
  readonly known?: Subscription;
}

export const askAgain = refuse('changed meanwhile', { because: 'conflict' });

/** Records the difference between what we knew and what the provider says now, or nothing. */
export function decide(
  known: Subscription,
  { now, providerEvent, known: before }: SubscriptionCommand,
): readonly SubscriptionEvent[] | Refusal {
  if (before && !isSame(before, known)) return askAgain;
  if (isSame(known, now)) return [];
  const { status: to, ...rest } = now;
  return [{ type: 'SubscriptionChanged', data: { from: known.status, to, ...rest, providerEvent } }];
}

/** Nothing that is recorded differs. */
export function isSame(known: Subscription, now: Subscription): boolean {
  return (
    known.status === now.status &&
    known.paidUntil === now.paidUntil &&
    known.cancelsAtPeriodEnd === now.cancelsAtPeriodEnd &&
    known.pastDueSince === now.pastDueSince &&
    known.payment === now.payment
  );
}

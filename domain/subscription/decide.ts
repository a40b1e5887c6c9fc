import { type Refusal, refuse } from '../refusal.ts';
import type { Subscription, SubscriptionEvent, SubscriptionState } from './subscription.ts';

export interface SubscriptionCommand {
  readonly type: 'record';
  /** The provider's current state. Webhooks are not folded themselves, because their order is not guaranteed. */
  readonly now: SubscriptionState;
  /** Id of the provider's event that triggered the check, or the name of the check. */
  readonly providerEvent: string;
  /** State in the log when the provider was queried: an older query must not overwrite the result of a newer one. */
  readonly known?: Subscription;
}

export const changedMeanwhile = refuse('changed meanwhile', { because: 'conflict' });

/** Records a change when the provider's state differs from the recorded one. */
export function decide(
  known: Subscription,
  { now, providerEvent, known: before }: SubscriptionCommand,
): readonly SubscriptionEvent[] | Refusal {
  if (before && !isSame(before, known)) return changedMeanwhile;
  if (isSame(known, now)) return [];
  const { status: to, ...rest } = now;
  return [{ type: 'SubscriptionChanged', data: { from: known.status, to, ...rest, providerEvent } }];
}

/** Equal in every recorded field. */
export function isSame(known: Subscription, now: Subscription): boolean {
  return (
    known.status === now.status &&
    known.paidUntil === now.paidUntil &&
    known.cancelsAtPeriodEnd === now.cancelsAtPeriodEnd &&
    known.pastDueSince === now.pastDueSince &&
    known.payment === now.payment
  );
}

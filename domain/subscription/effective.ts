import { isActive, type SubscriptionState } from './subscription.ts';

/** One of a customer's subscriptions at the payment provider. */
export interface ProviderSubscription extends SubscriptionState {
  readonly id: string;
  /** Creation time, ISO 8601. */
  readonly created: string;
}

const over = new Set<SubscriptionState['status']>(['canceled', 'incomplete_expired']);

/** It has ended for good. */
export function isOver({ status }: SubscriptionState): boolean {
  return over.has(status);
}

/**
 * Which of a customer's subscriptions is effective. Of several that give access the oldest is; the later ones are
 * duplicates, paid by mistake because two checkouts were open at once. While one gives access, those that run without
 * giving any (a payment that failed for too long, a paused one) are superseded: the learner has subscribed anew. When none
 * gives access, the oldest running one is effective, else the newest, which says how it ended.
 * @param at ISO 8601 in UTC with milliseconds
 */
export function effectiveSubscription(
  subscriptions: readonly ProviderSubscription[],
  at: string,
): {
  readonly effective: ProviderSubscription | undefined;
  /** To be ended and refunded. */
  readonly duplicates: readonly ProviderSubscription[];
  /** To be ended, so that the learner is not charged for two. */
  readonly superseded: readonly ProviderSubscription[];
} {
  const byAge = subscriptions.toSorted((a, b) =>
    a.created < b.created ? -1 : a.created > b.created ? 1 : a.id < b.id ? -1 : 1,
  );
  const running = byAge.filter(subscription => !isOver(subscription) && subscription.status !== 'incomplete');
  const [first, ...duplicates] = running.filter(subscription => isActive(subscription, at));
  if (!first) return { effective: running[0] ?? byAge.at(-1), duplicates: [], superseded: [] };
  return {
    effective: first,
    duplicates,
    superseded: running.filter(subscription => !isActive(subscription, at)),
  };
}

/** The payment was taken back, so the provider must stop charging. */
export function mustEnd(subscription: SubscriptionState): boolean {
  return (
    !isOver(subscription) && (subscription.payment === 'refunded' || subscription.payment === 'disputed')
  );
}

import type { SubscriptionState } from './subscription.ts';

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
 * Which of a customer's subscriptions is effective, and which are duplicates. Of several running ones the oldest is
 * effective; the later ones were paid by mistake, because two checkouts were open at once. When none runs, the newest one
 * is effective and says how it ended.
 */
export function effectiveSubscription(subscriptions: readonly ProviderSubscription[]): {
  readonly effective: ProviderSubscription | undefined;
  readonly duplicates: readonly ProviderSubscription[];
} {
  const byAge = subscriptions.toSorted((a, b) =>
    a.created < b.created ? -1 : a.created > b.created ? 1 : a.id < b.id ? -1 : 1,
  );
  const [first, ...duplicates] = byAge.filter(
    subscription => !isOver(subscription) && subscription.status !== 'incomplete',
  );
  return { effective: first ?? byAge.at(-1), duplicates };
}

/** The payment was taken back, so the provider must stop charging. */
export function mustEnd(subscription: SubscriptionState): boolean {
  return (
    !isOver(subscription) && (subscription.payment === 'refunded' || subscription.payment === 'disputed')
  );
}

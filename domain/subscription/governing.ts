import type { Standing } from './subscription.ts';

/** One of a customer's subscriptions at the payment provider. */
export interface ProviderSubscription extends Standing {
  readonly id: string;
  /** When it was made, ISO 8601. */
  readonly created: string;
}

const over = new Set<Standing['status']>(['canceled', 'incomplete_expired']);

/** It has ended, and nothing brings it back. */
export function isOver({ status }: Standing): boolean {
  return over.has(status);
}

/**
 * Which of a customer's subscriptions counts, and which must not be there. Of several that run, the oldest counts and
 * the later ones were paid by mistake: two checkouts were open at once. When none runs, the newest says how it ended.
 */
export function governing(subscriptions: readonly ProviderSubscription[]): {
  readonly counts: ProviderSubscription | undefined;
  readonly doubles: readonly ProviderSubscription[];
} {
  const byAge = subscriptions.toSorted((a, b) =>
    a.created < b.created ? -1 : a.created > b.created ? 1 : a.id < b.id ? -1 : 1,
  );
  const [first, ...doubles] = byAge.filter(
    subscription => !isOver(subscription) && subscription.status !== 'incomplete',
  );
  return { counts: first ?? byAge.at(-1), doubles };
}

/** The payment was taken back, so the provider must not go on to charge for it. */
export function mustEnd(subscription: Standing): boolean {
  return (
    !isOver(subscription) && (subscription.payment === 'refunded' || subscription.payment === 'disputed')
  );
}

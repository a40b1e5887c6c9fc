/** One learner's subscription as the payment provider reports it. */

/** The provider's words for where a subscription stands. */
export const subscriptionStatuses = [
  'trialing',
  'active',
  'past_due',
  'incomplete',
  'incomplete_expired',
  'unpaid',
  'paused',
  'canceled',
] as const;
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

export type SubscriptionEvent = {
  readonly type: 'SubscriptionChanged';
  readonly data: {
    readonly from: SubscriptionStatus | null;
    readonly to: SubscriptionStatus;
    /** End of the paid period, ISO 8601; null when the provider names none. */
    readonly paidUntil: string | null;
    readonly cancelsAtPeriodEnd: boolean;
    /** The provider's event that made us look: recorded once per event. */
    readonly providerEvent: string;
  };
};

export interface Subscription {
  readonly status: SubscriptionStatus | null;
  readonly paidUntil: string | null;
  readonly cancelsAtPeriodEnd: boolean;
}

export const neverSubscribed: Subscription = { status: null, paidUntil: null, cancelsAtPeriodEnd: false };

export const subscriptionEventTypes: Readonly<Record<SubscriptionEvent['type'], true>> = {
  SubscriptionChanged: true,
};

/** Version of `evolve`: a snapshot made by another version is discarded. */
export const subscriptionVersion = 1;

export function evolve(subscription: Subscription, events: readonly SubscriptionEvent[]): Subscription {
  const last = events.at(-1)?.data;
  return last
    ? { status: last.to, paidUntil: last.paidUntil, cancelsAtPeriodEnd: last.cancelsAtPeriodEnd }
    : subscription;
}

/** Who counts as a subscriber (spec 6): a card that failed keeps the books open while the provider still retries it. */
export function isActive({ status }: Pick<Subscription, 'status'>): boolean {
  return status === 'active' || status === 'trialing' || status === 'past_due';
}

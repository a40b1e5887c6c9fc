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

/**
 * What became of the payment of the newest period: a full refund or a dispute takes the access that it paid for; a
 * dispute that was won gives it back.
 */
export const payments = ['kept', 'refunded', 'disputed', 'dispute won'] as const;
export type Payment = (typeof payments)[number];

/** Where a subscription stands, as the payment provider has it. Instants are ISO 8601. */
export interface Standing {
  readonly status: SubscriptionStatus;
  /** End of the period that was begun last; null when the provider names none. */
  readonly paidUntil: string | null;
  readonly cancelsAtPeriodEnd: boolean;
  /** When the oldest invoice that is still unpaid fell due; null when all are paid. */
  readonly pastDueSince: string | null;
  readonly payment: Payment;
}

export type SubscriptionEvent = {
  readonly type: 'SubscriptionChanged';
  readonly data: Omit<Standing, 'status' | 'pastDueSince' | 'payment'> & {
    readonly from: SubscriptionStatus | null;
    readonly to: SubscriptionStatus;
    /** Absent in events from before it was recorded: no invoice is known to be unpaid. */
    readonly pastDueSince?: string | null;
    /** Absent in events from before it was recorded: the payment was kept. */
    readonly payment?: Payment;
    /** The provider's event that made us look, or the name of the check that did. */
    readonly providerEvent: string;
  };
};

export type Subscription = Standing | (Omit<Standing, 'status'> & { readonly status: null });

export const neverSubscribed: Subscription = {
  status: null,
  paidUntil: null,
  cancelsAtPeriodEnd: false,
  pastDueSince: null,
  payment: 'kept',
};

export const subscriptionEventTypes: Readonly<Record<SubscriptionEvent['type'], true>> = {
  SubscriptionChanged: true,
};

/** Version of `evolve`: a snapshot made by another version is discarded. */
export const subscriptionVersion = 2;

export function evolve(subscription: Subscription, events: readonly SubscriptionEvent[]): Subscription {
  const last = events.at(-1)?.data;
  return last ? standingOf(last) : subscription;
}

export function standingOf(data: SubscriptionEvent['data']): Standing {
  const { to: status, paidUntil, cancelsAtPeriodEnd, pastDueSince = null, payment = 'kept' } = data;
  return { status, paidUntil, cancelsAtPeriodEnd, pastDueSince, payment };
}

/** How long a failed payment keeps the books open, in days. */
const GRACE_DAYS = 14;
const DAY = 86_400_000;

/** Open without an end that is known. */
export const OPEN_ENDED = 'infinity';

/**
 * Until when a subscription opens the books (spec 6): an instant, `OPEN_ENDED`, or null when they are closed. A card that
 * failed keeps them open while the provider still tries it, for 14 days at most. What must be paid for is closed by a
 * full refund and by a dispute; a dispute that was won opens what is left of the period.
 */
export function opensUntil(subscription: Subscription): string | null {
  const { status, paidUntil, pastDueSince, payment } = subscription;
  if (payment === 'refunded' || payment === 'disputed') return null;
  switch (status) {
    case 'active':
    case 'trialing':
      return OPEN_ENDED;
    case 'past_due':
      return pastDueSince === null
        ? OPEN_ENDED
        : new Date(Date.parse(pastDueSince) + GRACE_DAYS * DAY).toISOString();
    case 'canceled':
      return payment === 'dispute won' ? paidUntil : null;
    default:
      return null;
  }
}

/** Who counts as a subscriber at an instant. @param at ISO 8601 in UTC with milliseconds */
export function isActive(subscription: Subscription, at: string): boolean {
  const until = opensUntil(subscription);
  return until === OPEN_ENDED || (until !== null && at < until);
}

/** One learner's subscription as the payment provider reports it. */

/** The provider's status values. */
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
 * Outcome of the payments. A full refund of the newest period's, or a dispute of any of them, removes access; a dispute that
 * was won restores it.
 */
export const payments = ['kept', 'refunded', 'disputed', 'dispute won'] as const;
export type Payment = (typeof payments)[number];

/** State of a subscription at the payment provider. Instants are ISO 8601. */
export interface SubscriptionState {
  readonly status: SubscriptionStatus;
  /** End of the current period; null when the provider gives none. */
  readonly paidUntil: string | null;
  readonly cancelsAtPeriodEnd: boolean;
  /** Due time of the oldest unpaid invoice; null when all are paid. */
  readonly pastDueSince: string | null;
  readonly payment: Payment;
}

export type SubscriptionEvent = {
  readonly type: 'SubscriptionChanged';
  readonly data: Omit<SubscriptionState, 'status' | 'pastDueSince' | 'payment'> & {
    readonly from: SubscriptionStatus | null;
    readonly to: SubscriptionStatus;
    /** Absent in old events: no unpaid invoice is known. */
    readonly pastDueSince?: string | null;
    /** Absent in old events: the payment was kept. */
    readonly payment?: Payment;
    /** Id of the provider's event that triggered the check, or the name of the check. */
    readonly providerEvent: string;
  };
};

export type Subscription =
  | SubscriptionState
  | (Omit<SubscriptionState, 'status'> & { readonly status: null });

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
  return last ? stateOfEvent(last) : subscription;
}

export function stateOfEvent(data: SubscriptionEvent['data']): SubscriptionState {
  const { to: status, paidUntil, cancelsAtPeriodEnd, pastDueSince = null, payment = 'kept' } = data;
  return { status, paidUntil, cancelsAtPeriodEnd, pastDueSince, payment };
}

/** Days of access after a failed payment. */
const GRACE_DAYS = 14;
const DAY = 86_400_000;

/** Access without a known end. */
export const OPEN_ENDED = 'infinity';

/**
 * Until when a subscription gives access (spec 6): an instant, `OPEN_ENDED`, or null for no access. After a failed payment
 * access continues while the provider retries, for 14 days at most. A full refund or a dispute ends access at once; after
 * a dispute that was won access lasts until the end of the period.
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

/** Whether the subscription gives access at an instant. @param at ISO 8601 in UTC with milliseconds */
export function isActive(subscription: Subscription, at: string): boolean {
  const until = opensUntil(subscription);
  return until === OPEN_ENDED || (until !== null && at < until);
}

/** The provider's state, and when it was recorded, ISO 8601 in UTC with milliseconds. */
export interface RecordedState {
  readonly at: string;
  readonly state: SubscriptionState;
}

/**
 * The end of the learner's last period of access, ISO 8601; `now` while it lasts, null if there was never any.
 * @param history all recorded states in order
 */
export function accessEnded(history: readonly RecordedState[], now: string): string | null {
  return history.reduce<string | null>((ended, { at, state }, index) => {
    const until = opensUntil(state);
    const next = history[index + 1]?.at ?? now;
    // 'infinity' is later than every instant, also as text.
    const end = until === null || next < until ? next : until;
    return until !== null && at < end ? end : ended;
  }, null);
}

/** For this many days after the end of access, commands made offline are still accepted (decision 53). */
const LATE_DAYS = 30;

/** Whether a command made offline is still accepted at an instant. @param ended see `accessEnded` */
export function isInTime(ended: string | null, at: string): boolean {
  return ended !== null && Date.parse(at) < Date.parse(ended) + LATE_DAYS * DAY;
}

import type { Stripe } from 'stripe';
import { isSame } from '../../domain/subscription/decide.ts';
import { effectiveSubscription, mustEnd } from '../../domain/subscription/effective.ts';
import type { SubscriptionEvent, SubscriptionState } from '../../domain/subscription/subscription.ts';
import type { Aggregates } from '../../event-store/aggregate/aggregate.ts';
import { uuidOf } from '../../event-store/aggregate/event-ids.ts';
import { cancelAndRefund, cancelAtProvider, subscriptionsAtProvider } from './at-provider.ts';
import { subscription, subscriptionStream } from './subscription.ts';

/** Mails a learner that a duplicate subscription was cancelled and refunded. Idempotent: one mail per subscription. */
export type MailDuplicate = (learner: string, subscription: string) => Promise<void>;

export interface ReconcileDependencies {
  readonly stripe: Stripe;
  readonly aggregates: Aggregates;
  readonly mailDuplicate: MailDuplicate;
}

export interface Reconciled {
  /** Events appended by this call. */
  readonly events: readonly SubscriptionEvent[];
  /** Subscriptions ended at the provider: duplicates, superseded ones, and those whose payment was taken back. */
  readonly ended: readonly string[];
  /** Log position of the recorded state; undefined when nothing was recorded. */
  readonly position: string | undefined;
}

/** What triggered the reconciliation: a webhook's event id, or the name of a check and its time. */
export type Cause = string;

/**
 * Brings one learner's recorded subscription to the provider's current state: ends subscriptions that must not continue,
 * then records the difference. Webhooks, the return from a checkout and the nightly check all run it, so that neither their
 * order nor lost ones matter.
 * @throws errors of the provider's client when the provider is unreachable; nothing is recorded then
 */
export async function reconcile(
  { stripe, aggregates, mailDuplicate }: ReconcileDependencies,
  { learner, customer, cause, at }: { learner: string; customer: string; cause: Cause; at: string },
): Promise<Reconciled> {
  const stream = subscriptionStream(learner);
  const ended: string[] = [];
  for (let tries = 1; ; tries += 1) {
    const { state: known, revision } = await aggregates.load(subscription, stream);
    const found = await subscriptionsAtProvider(stripe, customer);
    const { effective, duplicates, superseded } = effectiveSubscription(found, at);
    for (const { id } of duplicates) {
      await cancelAndRefund(stripe, customer, id);
      await mailDuplicate(learner, id);
      ended.push(id);
    }
    for (const { id } of superseded) {
      await cancelAtProvider(stripe, id);
      ended.push(id);
    }
    if (!effective) return { events: [], ended, position: undefined };
    if (mustEnd(effective)) {
      await cancelAtProvider(stripe, effective.id);
      ended.push(effective.id);
    }
    const now = stateOnly(
      mustEnd(effective) ? { ...effective, status: 'canceled', cancelsAtPeriodEnd: false } : effective,
    );
    // No command is executed, so not even NothingChanged is appended.
    if (isSame(known, now)) return { events: [], ended, position: undefined };
    const done = await aggregates.execute(
      subscription,
      stream,
      { type: 'record', now, known, providerEvent: cause },
      // The revision: the same state may be found again after another one was recorded.
      { commandId: uuidOf([cause, revision, now]), causationId: cause, actor: 'system', at },
    );
    if (done.outcome === 'done')
      return { events: done.repeated ? [] : done.events, ended, position: done.position };
    if (tries === MAX_TRIES)
      throw new Error(`the subscription of ${learner} changes faster than it can be looked at`);
  }
}

/** Tries when concurrent changes are recorded in between. */
const MAX_TRIES = 5;

function stateOnly({
  status,
  paidUntil,
  cancelsAtPeriodEnd,
  pastDueSince,
  payment,
}: SubscriptionState): SubscriptionState {
  return { status, paidUntil, cancelsAtPeriodEnd, pastDueSince, payment };
}

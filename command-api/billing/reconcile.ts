import type { Kysely } from 'kysely';
import type { Stripe } from 'stripe';
import type { Database } from '../../database/tables.ts';
import { isSame } from '../../domain/subscription/decide.ts';
import { governing, mustEnd } from '../../domain/subscription/governing.ts';
import type { Standing, SubscriptionEvent } from '../../domain/subscription/subscription.ts';
import type { Aggregates } from '../../event-store/aggregate/aggregate.ts';
import { uuidOf } from '../../event-store/aggregate/event-ids.ts';
import { cancelAndRefund, cancelAtProvider, subscriptionsAtProvider } from './at-provider.ts';
import { subscription, subscriptionStream } from './subscription.ts';

/** Tells a learner that this subscription, paid for by mistake, was cancelled and refunded; once, however often it is called. */
export type TellDouble = (learner: string, subscription: string) => Promise<void>;

export interface ReconcileDependencies {
  readonly stripe: Stripe;
  readonly aggregates: Aggregates;
  readonly tellDouble: TellDouble;
}

export interface Reconciled {
  /** What was recorded; empty when we knew it all. */
  readonly events: readonly SubscriptionEvent[];
  /** Subscriptions ended at the provider: doubles, and those whose payment was taken back. */
  readonly ended: readonly string[];
  /** Position in the log of what was recorded; undefined when nothing had to be. */
  readonly position: string | undefined;
}

/** Why the provider was asked: a webhook's event id, or the name of a check and its time. */
export type Cause = string;

/**
 * Brings one learner's subscription to what the provider says now: ends what must not go on, then records the
 * difference. A webhook, the return from a checkout and the nightly check all do exactly this, so it makes no difference
 * which of them comes first, late or not at all.
 * @throws what the client of the provider throws when that cannot be reached; nothing is recorded then
 */
export async function reconcile(
  { stripe, aggregates, tellDouble }: ReconcileDependencies,
  { learner, customer, cause, at }: { learner: string; customer: string; cause: Cause; at: string },
): Promise<Reconciled> {
  const stream = subscriptionStream(learner);
  const ended: string[] = [];
  for (let tries = 1; ; tries += 1) {
    const { state: known } = await aggregates.load(subscription, stream);
    const { counts, doubles } = governing(await subscriptionsAtProvider(stripe, customer));
    for (const { id } of doubles) {
      await cancelAndRefund(stripe, customer, id);
      await tellDouble(learner, id);
      ended.push(id);
    }
    if (!counts) return { events: [], ended, position: undefined };
    if (mustEnd(counts)) {
      await cancelAtProvider(stripe, counts.id);
      ended.push(counts.id);
    }
    const now = standing(
      mustEnd(counts) ? { ...counts, status: 'canceled', cancelsAtPeriodEnd: false } : counts,
    );
    // Nothing to record, and no trace of that either: the next look is decided by what the provider says then.
    if (isSame(known, now)) return { events: [], ended, position: undefined };
    const done = await aggregates.execute(
      subscription,
      stream,
      { type: 'record', now, known, providerEvent: cause },
      { commandId: commandIdOf(cause, now), causationId: cause, actor: 'system', at },
    );
    if (done.outcome === 'done')
      return { events: done.repeated ? [] : done.events, ended, position: done.position };
    if (tries === LOOKS)
      throw new Error(`the subscription of ${learner} changes faster than it can be looked at`);
  }
}

/** Times the provider is asked again because somebody else recorded something meanwhile. */
const LOOKS = 5;

function standing({ status, paidUntil, cancelsAtPeriodEnd, pastDueSince, payment }: Standing): Standing {
  return { status, paidUntil, cancelsAtPeriodEnd, pastDueSince, payment };
}

/** What is recorded and why: the same webhook that finds the same state again records nothing. */
function commandIdOf(cause: Cause, now: Standing): string {
  return uuidOf([cause, standing(now)]);
}

/** Whose customer it is: by the account that keeps it, or by the learner it was made for. */
export async function learnerOfCustomer(
  db: Kysely<Database>,
  stripe: Stripe,
  customer: string,
): Promise<{ readonly learner: string } | 'unknown' | 'account is gone'> {
  const account = await db
    .selectFrom('accounts')
    .select('id')
    .where('stripe_customer_id', '=', customer)
    .executeTakeFirst();
  if (account) return { learner: account.id };
  const atProvider = await stripe.customers.retrieve(customer).catch(error => {
    if (error instanceof Error && 'code' in error && error.code === 'resource_missing') return undefined;
    throw error;
  });
  const learner = atProvider && !atProvider.deleted ? atProvider.metadata['learner'] : undefined;
  if (learner === undefined) return 'unknown';
  const made = await db
    .updateTable('accounts')
    .set({ stripe_customer_id: customer })
    .where('id', '=', learner)
    .where('stripe_customer_id', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return made ? { learner } : 'account is gone';
}

/** Ends everything that a customer still pays for: its account is gone. @returns the ids of what was ended */
export async function endAll(stripe: Stripe, customer: string): Promise<readonly string[]> {
  const { data } = await stripe.subscriptions.list({ customer, limit: 100 });
  for (const { id } of data) await cancelAtProvider(stripe, id);
  return data.map(({ id }) => id);
}

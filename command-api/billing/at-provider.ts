import type { Stripe } from 'stripe';
import type { ProviderSubscription } from '../../domain/subscription/effective.ts';
import {
  type Payment,
  type SubscriptionStatus,
  subscriptionStatuses,
} from '../../domain/subscription/subscription.ts';

/**
 * Queries the payment provider for a customer's current state. Webhooks come late, twice and in any order, so they only
 * trigger this query (decision 30).
 */

/** Page size of queries for one customer's objects; a learner has a handful. */
const LIMIT = 100;

/**
 * A customer's subscriptions, each with the outcome of its payments: a refund counts for the newest period, a dispute for
 * any of them.
 */
export async function subscriptionsAtProvider(
  stripe: Stripe,
  customer: string,
): Promise<readonly ProviderSubscription[]> {
  const [subscriptions, unpaid, charges] = await Promise.all([
    stripe.subscriptions.list({
      customer,
      status: 'all',
      limit: LIMIT,
      expand: ['data.latest_invoice.payments'],
    }),
    stripe.invoices.list({ customer, status: 'open', limit: LIMIT }),
    stripe.charges.list({ customer, limit: LIMIT }),
  ]);
  const disputes = new Map<string, Stripe.Dispute>();
  for (const { id, disputed } of charges.data) {
    const [dispute] = disputed ? (await stripe.disputes.list({ charge: id, limit: 1 })).data : [];
    if (dispute) disputes.set(id, dispute);
  }
  const paymentOf = ({ created, latest_invoice }: Stripe.Subscription): Payment => {
    const intents = intentsOf(latest_invoice);
    const ofPeriod = charges.data.filter(charge => intents.includes(idOf(charge.payment_intent) ?? ''));
    const disputed = charges.data
      .filter(charge => ofPeriod.includes(charge) || charge.created >= created)
      .flatMap(({ id }) => disputes.get(id) ?? []);
    if (disputed.some(({ status }) => !harmless.has(status))) return 'disputed';
    if (ofPeriod.some(({ refunded }) => refunded)) return 'refunded';
    return disputed.length > 0 ? 'dispute won' : 'kept';
  };
  return subscriptions.data.map(subscription => ({
    id: subscription.id,
    created: instant(subscription.created),
    status: statusOf(subscription.status),
    paidUntil: latest(subscription.items.data.map(item => item.current_period_end)),
    cancelsAtPeriodEnd: subscription.cancel_at_period_end,
    pastDueSince: earliest(unpaid.data.filter(invoice => isOf(invoice, subscription.id)).map(dueSince)),
    payment: paymentOf(subscription),
  }));
}

/** Ends a subscription that was paid by mistake and refunds it. Idempotent. */
export async function cancelAndRefund(stripe: Stripe, customer: string, id: string): Promise<void> {
  const { data } = await stripe.subscriptions.list({
    customer,
    status: 'all',
    limit: LIMIT,
    expand: ['data.latest_invoice.payments'],
  });
  const subscription = data.find(one => one.id === id);
  for (const payment_intent of intentsOf(subscription?.latest_invoice ?? null))
    await stripe.refunds
      .create({ payment_intent }, { idempotencyKey: `refund of double ${payment_intent}` })
      .catch(ignoring('charge_already_refunded'));
  await cancelAtProvider(stripe, id);
}

/** Ends a subscription at once. Idempotent. */
export async function cancelAtProvider(stripe: Stripe, id: string): Promise<void> {
  await stripe.subscriptions.cancel(id).catch(unlessMissing);
}

/**
 * Ends all subscriptions of a customer whose account was deleted. One that was paid after the deletion, in a checkout that
 * was still open, is refunded. Idempotent.
 * @param deletedAt when the account was deleted
 * @returns the ids of those that had not ended
 */
export async function cancelAllAtProvider(
  stripe: Stripe,
  customer: string,
  deletedAt: Date,
): Promise<readonly string[]> {
  const running: Stripe.Subscription[] = [];
  for await (const one of stripe.subscriptions.list({ customer, limit: LIMIT })) running.push(one);
  const deleted = Math.floor(deletedAt.getTime() / 1_000);
  for (const { id, created } of running)
    await (created >= deleted ? cancelAndRefund(stripe, customer, id) : cancelAtProvider(stripe, id));
  return running.map(({ id }) => id);
}

/** Expires the open checkouts of a customer. One that is being paid at this moment stays. */
export async function expireCheckouts(stripe: Stripe, customer: string): Promise<void> {
  await expire(stripe, await openCheckouts(stripe, customer));
}

/**
 * Of the checkouts that concurrent calls opened for a customer, keeps the newest and expires the others. Each of those calls
 * keeps the same one.
 */
export async function onlyCheckout(
  stripe: Stripe,
  customer: string,
): Promise<Stripe.Checkout.Session | undefined> {
  const open = await openCheckouts(stripe, customer);
  const [newest, ...others] = open.toSorted((a, b) => b.created - a.created || (a.id < b.id ? 1 : -1));
  await expire(stripe, others);
  return newest;
}

async function openCheckouts(stripe: Stripe, customer: string): Promise<readonly Stripe.Checkout.Session[]> {
  return (await stripe.checkout.sessions.list({ customer, status: 'open', limit: LIMIT })).data;
}

async function expire(stripe: Stripe, checkouts: readonly Stripe.Checkout.Session[]): Promise<void> {
  for (const { id } of checkouts) await stripe.checkout.sessions.expire(id).catch(() => {});
}

/** Ignores a failure whose code means that there is nothing left to do. */
function ignoring(code: string): (error: unknown) => undefined {
  return error => {
    if (!(error instanceof Error && 'code' in error && error.code === code)) throw error;
    return undefined;
  };
}

/** For a query of one object: undefined when the provider does not have it. */
export const unlessMissing = ignoring('resource_missing');

/** Dispute statuses that do not affect access: won, or an inquiry that was resolved. */
const harmless = new Set<string>(['won', 'warning_closed', 'prevented']);

function statusOf(status: string): SubscriptionStatus {
  const known = subscriptionStatuses.find(one => one === status);
  // A status that this version does not know gives no access, but does not end the subscription either.
  return known ?? 'paused';
}

function intentsOf(invoice: string | Stripe.Invoice | null): readonly string[] {
  if (invoice === null || typeof invoice === 'string') return [];
  return (invoice.payments?.data ?? [])
    .map(({ payment }) => idOf(payment.payment_intent ?? null))
    .filter(id => id !== undefined);
}

function isOf(invoice: Stripe.Invoice, subscription: string): boolean {
  return idOf(invoice.parent?.subscription_details?.subscription ?? null) === subscription;
}

/** An open invoice with a failed payment attempt is past due since its finalization. Seconds since 1970. */
function dueSince({ attempt_count, status_transitions, created }: Stripe.Invoice): number | undefined {
  return attempt_count > 0 ? (status_transitions.finalized_at ?? created) : undefined;
}

function idOf(object: string | { readonly id: string } | null): string | undefined {
  return typeof object === 'string' ? object : object?.id;
}

function earliest(seconds: readonly (number | undefined)[]): string | null {
  const known = seconds.filter(one => one !== undefined);
  return known.length ? instant(Math.min(...known)) : null;
}

function latest(seconds: readonly number[]): string | null {
  return seconds.length ? instant(Math.max(...seconds)) : null;
}

function instant(seconds: number): string {
  return new Date(seconds * 1_000).toISOString();
}

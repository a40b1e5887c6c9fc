import type { Kysely } from 'kysely';
import type { Stripe } from 'stripe';
import type { Database } from '../../database/tables.ts';
import { type Refusal, refuse } from '../../domain/refusal.ts';
import { uuidOf } from '../../event-store/aggregate/event-ids.ts';
import { expireCheckouts, onlyCheckout } from './at-provider.ts';

export interface CheckoutDependencies {
  readonly db: Kysely<Database>;
  readonly stripe: Stripe;
  readonly publicUrl: string;
  /** The provider calculates tax from the learner's address. */
  readonly automaticTax: boolean;
  /** The checkout asks the learner to consent to immediate access and to waive the right of withdrawal. */
  readonly withdrawalConsent: boolean;
}

/** Path of the page with the result of a checkout. */
export const afterCheckout = '/subscription';

/** Beside the provider's own price and tax: a checkout may be opened from a locked chapter, where nothing else says it. */
const terms =
  'It renews every month until you cancel: in your profile, under Manage subscription, in two clicks. Then everything stays open to the end of the month you paid for.';
const waiver =
  'I ask for access at once, and I know that I lose my right of withdrawal when the service has been performed in full.';

/**
 * Opens a checkout and expires one that is already open, so that nobody pays twice in two tabs.
 * @returns the address of the provider's page
 */
export async function openCheckout(
  { db, stripe, publicUrl, automaticTax, withdrawalConsent }: CheckoutDependencies,
  { learner, lookupKey }: { learner: string; lookupKey: string },
): Promise<{ url: string } | Refusal> {
  const customer = await customerOf(db, stripe, learner);
  if (customer === undefined) return refuse('unknown account', { because: 'missing' });
  const [price] = (await stripe.prices.list({ lookup_keys: [lookupKey], active: true, limit: 1 })).data;
  if (!price)
    return refuse('unknown price', {
      field: 'lookup_key',
      because: 'missing',
      verbose: 'This subscription is not for sale at the moment.',
    });
  await expireCheckouts(stripe, customer);
  const created = await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer,
    client_reference_id: learner,
    line_items: [{ price: price.id, quantity: 1 }],
    subscription_data: { metadata: { learner } },
    success_url: `${publicUrl}${afterCheckout}?checkout=paid`,
    cancel_url: `${publicUrl}${afterCheckout}?checkout=canceled`,
    ...(automaticTax && { automatic_tax: { enabled: true }, customer_update: { address: 'auto' as const } }),
    ...(withdrawalConsent && { consent_collection: { terms_of_service: 'required' as const } }),
    custom_text: {
      submit: { message: terms },
      ...(withdrawalConsent && { terms_of_service_acceptance: { message: waiver } }),
    },
  });
  // Calls at the same moment open one each.
  const { url } = (await onlyCheckout(stripe, customer)) ?? created;
  if (url === null) throw new Error('the payment provider opened a checkout without an address');
  return { url };
}

/** The learner's customer at the provider, created once even under concurrent calls. */
async function customerOf(
  db: Kysely<Database>,
  stripe: Stripe,
  learner: string,
): Promise<string | undefined> {
  const account = await db
    .selectFrom('accounts')
    .select(['email', 'stripe_customer_id'])
    .where('id', '=', learner)
    .executeTakeFirst();
  if (!account) return undefined;
  if (account.stripe_customer_id !== null) return account.stripe_customer_id;
  const { id } = await stripe.customers.create(
    { email: account.email, metadata: { learner } },
    // The address: the provider refuses a key that comes with other fields.
    { idempotencyKey: uuidOf(['customer', learner, account.email]) },
  );
  const kept = await db
    .updateTable('accounts')
    .set(({ fn, val, ref }) => ({ stripe_customer_id: fn.coalesce(ref('stripe_customer_id'), val(id)) }))
    .where('id', '=', learner)
    .returning('stripe_customer_id')
    .executeTakeFirst();
  return kept?.stripe_customer_id ?? undefined;
}

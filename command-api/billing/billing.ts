import type { Kysely } from 'kysely';
import { Stripe } from 'stripe';
import type { Database } from '../../database/tables.ts';
import { type Refusal, refuse } from '../../domain/refusal.ts';
import { isActive } from '../../domain/subscription/subscription.ts';
import type { Aggregates } from '../../event-store/aggregate/aggregate.ts';
import {
  createCheckout,
  createPortal,
  refreshSubscription,
  stripeWebhook,
  subscriptionPrice,
} from '../../facade/billing.ts';
import type { Serve } from '../../facade/express/api.ts';
import { bytesBody } from '../../facade/express/body.ts';
import { defaultPrice } from '../../facade/site.ts';
import { unlessMissing } from './at-provider.ts';
import { batched } from './batch.ts';
import { afterCheckout, openCheckout } from './checkout.ts';
import { otherCustomerLine, ownerOfCustomer } from './customer-owner.ts';
import { cancelForDeletedAccount } from './deleted-accounts.ts';
import { priceText } from './price.ts';
import { type MailDuplicate, reconcile } from './reconcile.ts';
import { subscription, subscriptionStream } from './subscription.ts';

/** The payment provider's client and its webhook secret. */
export interface BillingProvider {
  readonly stripe: Stripe;
  /** Signs the provider's webhooks. */
  readonly webhookSecret: string;
  readonly automaticTax: boolean;
  readonly withdrawalConsent: boolean;
}

export interface BillingDependencies {
  readonly db: Kysely<Database>;
  readonly aggregates: Aggregates;
  readonly provider: BillingProvider;
  readonly publicUrl: string;
  readonly mailDuplicate: MailDuplicate;
  /** Receives messages for the operator. */
  readonly log: (line: string) => void;
}

/** Subscriptions (spec 1, 6, 7): checkout, portal, price, and the provider's webhooks. */
export function serveBilling(serve: Serve, dependencies: BillingDependencies): void {
  const { db, aggregates, provider, publicUrl, log } = dependencies;
  const { stripe, webhookSecret } = provider;
  const price = priceText(stripe, 'standard_monthly');
  // A payment causes several webhooks at once; one query of the provider serves all of them.
  const update = batched((customer, updates: readonly Update[]) =>
    updateSubscription(dependencies, customer, updates),
  );

  serve(createCheckout, async ({ body, caller, at }) => {
    if (caller.roles.includes('admin')) return everythingIsOpen;
    const { state } = await aggregates.load(subscription, subscriptionStream(caller.id));
    if (isActive(state, at)) return alreadySubscribed;
    return unavailableOnError(
      () => openCheckout({ db, ...provider, publicUrl }, { learner: caller.id, lookupKey: body.lookup_key }),
      log,
    );
  });

  serve(createPortal, async ({ body, caller }) => {
    const customer = await customerOf(db, caller.id);
    // Another learner's customer gets the same reply as one that does not exist.
    if (customer === null || customer !== body.customerId)
      return refuse('unknown customer', { field: 'customerId', because: 'missing' });
    return unavailableOnError(async () => {
      const { url } = await stripe.billingPortal.sessions.create({
        customer,
        return_url: `${publicUrl}${afterCheckout}?checkout=portal`,
      });
      return { url };
    }, log);
  });

  serve(refreshSubscription, async ({ caller, commandId, at, appended }) => {
    const customer = await customerOf(db, caller.id);
    if (customer === null) return { activeSubscription: false };
    return unavailableOnError(async () => {
      const { position } = await reconcile(
        { stripe, aggregates, mailDuplicate: dependencies.mailDuplicate },
        { learner: caller.id, customer, cause: `asked by ${commandId}`, at },
      );
      if (position !== undefined) appended(position);
      const { state } = await aggregates.load(subscription, subscriptionStream(caller.id));
      return { activeSubscription: isActive(state, at) };
    }, log);
  });

  serve(subscriptionPrice, async () => ({ text: (await price()) ?? defaultPrice }));

  serve(stripeWebhook, async ({ at, http: { request, response } }) => {
    // Unparsed, because the signature covers its bytes.
    const payload = await bytesBody(request, response, LARGEST);
    if (payload === undefined)
      return refuse('the webhook cannot be read, or is too large', { field: 'body' });
    const event = verified(stripe, payload, request.get('Stripe-Signature') ?? '', webhookSecret);
    if (!event) return refuse("the signature is not the provider's", { field: 'Stripe-Signature' });
    const customer = await customerOfEvent(stripe, event);
    if (customer !== undefined) await update(customer, { event: event.id, at });
    return { received: true };
  });
}

/** A webhook that concerns a customer's subscription. */
interface Update {
  /** Its event's id at the provider. */
  readonly event: string;
  /** When it came, ISO 8601. */
  readonly at: string;
}

/** Reconciles the customer of webhooks. Throws when that is impossible now, so that the provider sends them again. */
async function updateSubscription(
  dependencies: BillingDependencies,
  customer: string,
  updates: readonly Update[],
): Promise<void> {
  const { db, aggregates, log } = dependencies;
  const { stripe } = dependencies.provider;
  const [first] = updates;
  if (!first) return;
  const { event: cause, at } = first;
  const webhooks = `webhooks ${updates.map(({ event }) => event).join(', ')}`;
  const owner = await ownerOfCustomer(db, stripe, customer);
  if (owner.kind === 'unknown') return log(`${webhooks}: about a customer that nobody here has`);
  if (owner.kind === 'other customer')
    return log(`${webhooks}: ${otherCustomerLine(customer, owner.learner)}`);
  if (owner.kind === 'deleted account') {
    const ended = await cancelForDeletedAccount(db, stripe, { learner: owner.learner, customer });
    if (ended.length) log(`${webhooks}: subscriptions of a deleted account were ended: ${ended.join(', ')}`);
    return;
  }
  const { ended } = await reconcile(
    { stripe, aggregates, mailDuplicate: dependencies.mailDuplicate },
    { learner: owner.learner, customer, cause, at },
  );
  if (ended.length) log(`${webhooks}: ended at the payment provider: ${ended.join(', ')}`);
}

/** The customer of an event; undefined for events that do not concern subscriptions. */
async function customerOfEvent(stripe: Stripe, event: Stripe.Event): Promise<string | undefined> {
  if (!/^(checkout\.session|customer\.subscription|invoice|charge)\./.test(event.type)) return undefined;
  // Signed, but in a shape that a later version of the provider may send.
  const about: unknown = (event.data as { readonly object?: unknown } | null | undefined)?.object;
  const id = idOf(fieldOf(about, 'customer'));
  if (id !== undefined) return id;
  // A dispute's object names only its charge.
  const disputed = idOf(fieldOf(about, 'charge'));
  if (disputed === undefined) return undefined;
  const charge = await stripe.charges.retrieve(disputed).catch(unlessMissing);
  return idOf(charge?.customer);
}

/** An id at the provider, of the object itself or in its place. */
function idOf(object: unknown): string | undefined {
  const id = typeof object === 'string' ? object : fieldOf(object, 'id');
  return typeof id === 'string' && /^\w{1,255}$/.test(id) ? id : undefined;
}

function fieldOf(object: unknown, name: string): unknown {
  return typeof object === 'object' && object !== null
    ? (object as Readonly<Record<string, unknown>>)[name]
    : undefined;
}

function verified(
  stripe: Stripe,
  payload: Buffer,
  signature: string,
  secret: string,
): Stripe.Event | undefined {
  try {
    return stripe.webhooks.constructEvent(payload, signature, secret);
  } catch {
    // Whatever it throws, the request is not the provider's: some malformed headers make it throw other errors.
    return undefined;
  }
}

/** Largest accepted webhook, in bytes; about ten times the provider's largest. */
const LARGEST = 1_000_000;

async function customerOf(db: Kysely<Database>, learner: string): Promise<string | null> {
  const account = await db
    .selectFrom('accounts')
    .select('stripe_customer_id')
    .where('id', '=', learner)
    .executeTakeFirst();
  return account?.stripe_customer_id ?? null;
}

const alreadySubscribed = refuse('already subscribed', {
  because: 'conflict',
  verbose: 'You have a subscription already: every chapter is open to you.',
});

const everythingIsOpen = refuse('already open', {
  because: 'conflict',
  verbose: 'Every chapter is open to you: an admin needs no subscription.',
});

/** Turns errors of the provider into the refusal 'unavailable'. */
async function unavailableOnError<Reply>(
  ask: () => Promise<Reply | Refusal>,
  log: (line: string) => void,
): Promise<Reply | Refusal> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    log(`the payment provider refused: ${error.type} ${error.code ?? ''} ${error.message}`);
    return refuse('payment provider unavailable', {
      because: 'unavailable',
      verbose: 'The payment provider does not answer at the moment. Nothing was charged. Please try again.',
    });
  }
}

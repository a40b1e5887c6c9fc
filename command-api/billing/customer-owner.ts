import type { Kysely } from 'kysely';
import type { Stripe } from 'stripe';
import type { Database } from '../../database/tables.ts';
import { unlessMissing } from './at-provider.ts';

/** Whose customer at the payment provider this is. */
export type CustomerOwner =
  | { readonly kind: 'learner'; readonly learner: string }
  /** The customer's metadata names this learner, whose account stores another customer. */
  | { readonly kind: 'other customer'; readonly learner: string }
  | { readonly kind: 'deleted account'; readonly learner: string }
  /** A customer of another shop, or none. */
  | { readonly kind: 'unknown' };

/**
 * The account that stores the customer's id, else the one that the customer's metadata names at the provider, which
 * then stores it. Correct under concurrent calls.
 */
export async function ownerOfCustomer(
  db: Kysely<Database>,
  stripe: Stripe,
  customer: string,
): Promise<CustomerOwner> {
  const account = await db
    .selectFrom('accounts')
    .select('id')
    .where('stripe_customer_id', '=', customer)
    .executeTakeFirst();
  if (account) return { kind: 'learner', learner: account.id };
  const learner = await learnerAtProvider(stripe, customer);
  if (learner === undefined) return { kind: 'unknown' };
  const named = await db
    .updateTable('accounts')
    .set(({ fn, ref, val }) => ({
      stripe_customer_id: fn.coalesce(ref('stripe_customer_id'), val(customer)),
    }))
    .where('id', '=', learner)
    .returning('stripe_customer_id')
    .executeTakeFirst();
  if (!named) return { kind: 'deleted account', learner };
  return { kind: named.stripe_customer_id === customer ? 'learner' : 'other customer', learner };
}

/** The learner in the customer's metadata. */
async function learnerAtProvider(stripe: Stripe, customer: string): Promise<string | undefined> {
  const found = await stripe.customers.retrieve(customer).catch(unlessMissing);
  return found && !found.deleted ? found.metadata['learner'] : undefined;
}

/** The line for the operator about a customer of kind `other customer`: only a person can say which one is right. */
export function otherCustomerLine(customer: string, learner: string): string {
  return `customer ${customer} names the learner ${learner}, whose account has another customer; nothing was changed`;
}

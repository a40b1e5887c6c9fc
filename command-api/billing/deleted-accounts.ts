import type { Kysely } from 'kysely';
import type { Stripe } from 'stripe';
import type { Database } from '../../database/tables.ts';
import type { DeletionStep } from '../identity/account-deletion/delete-account.ts';
import { cancelAllAtProvider, expireCheckouts } from './at-provider.ts';

/**
 * Queues the cancellation of a deleted account's subscriptions. Only the opaque learner id is stored: the provider finds
 * its customer by it, and nothing here names the person.
 */
export const endSubscription: DeletionStep = {
  name: 'subscription at the payment provider',
  run: async (trx, { id, customerId }) => {
    if (customerId === null) return;
    await trx
      .insertInto('subscription_endings')
      .values({ learner: id })
      .onConflict(conflict => conflict.column('learner').doNothing())
      .execute();
  },
};

/** The provider's search finds a new customer only after a while; this is long enough, in milliseconds. */
const FINDABLE_AFTER = 3_600_000;

/**
 * Cancels all subscriptions of deleted accounts immediately and expires their open checkouts. A learner stays queued until the
 * provider has confirmed it, so that a failure is retried.
 * @returns lines for the operator, with opaque ids only
 */
export async function cancelForDeletedAccounts(
  db: Kysely<Database>,
  stripe: Stripe,
): Promise<readonly string[]> {
  const lines: string[] = [];
  const queued = await db.selectFrom('subscription_endings').selectAll().orderBy('asked_at').execute();
  for (const { learner, asked_at } of queued) {
    try {
      const { customers, ended } = await cancelAllOf(stripe, learner, asked_at);
      if (customers === 0 && Date.now() - asked_at.getTime() < FINDABLE_AFTER) {
        lines.push(`${learner}: not ended yet, the payment provider does not find the customer`);
        continue;
      }
      await db.deleteFrom('subscription_endings').where('learner', '=', learner).execute();
      lines.push(`${learner}: ${ended} ended at the payment provider`);
    } catch (error) {
      lines.push(`${learner}: not ended yet, ${error instanceof Error ? error.message : error}`);
    }
  }
  return lines;
}

async function cancelAllOf(
  stripe: Stripe,
  learner: string,
  deletedAt: Date,
): Promise<{ readonly customers: number; readonly ended: number }> {
  let [customers, ended] = [0, 0];
  for await (const { id } of stripe.customers.search({ query: `metadata['learner']:'${learner}'` })) {
    customers += 1;
    await expireCheckouts(stripe, id);
    ended += (await cancelAllAtProvider(stripe, id, deletedAt)).length;
  }
  return { customers, ended };
}

/**
 * Cancels the subscriptions that a customer of a deleted account still has when a webhook about it comes.
 * @returns the ids of those that had not ended
 */
export async function cancelForDeletedAccount(
  db: Kysely<Database>,
  stripe: Stripe,
  { learner, customer }: { readonly learner: string; readonly customer: string },
): Promise<readonly string[]> {
  const queued = await db
    .selectFrom('subscription_endings')
    .select('asked_at')
    .where('learner', '=', learner)
    .executeTakeFirst();
  // Those from before the deletion have been cancelled once the learner is not queued any more.
  return cancelAllAtProvider(stripe, customer, queued?.asked_at ?? new Date(0));
}

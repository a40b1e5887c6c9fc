import type { Kysely } from 'kysely';
import type { Stripe } from 'stripe';
import type { Database } from '../../database/tables.ts';
import type { DeletionStep } from '../identity/account-deletion/delete-account.ts';
import { cancelAllAtProvider } from './at-provider.ts';

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

/**
 * Cancels all subscriptions of deleted accounts immediately. A learner stays queued until the provider has confirmed it, so
 * that a failure is retried.
 * @returns lines for the operator, with opaque ids only
 */
export async function cancelForDeletedAccounts(
  db: Kysely<Database>,
  stripe: Stripe,
): Promise<readonly string[]> {
  const lines: string[] = [];
  const queued = await db.selectFrom('subscription_endings').select('learner').orderBy('asked_at').execute();
  for (const { learner } of queued) {
    try {
      const ended = await cancelAllOf(stripe, learner);
      await db.deleteFrom('subscription_endings').where('learner', '=', learner).execute();
      lines.push(`${learner}: ${ended} ended at the payment provider`);
    } catch (error) {
      lines.push(`${learner}: not ended yet, ${error instanceof Error ? error.message : error}`);
    }
  }
  return lines;
}

async function cancelAllOf(stripe: Stripe, learner: string): Promise<number> {
  let ended = 0;
  for await (const { id } of stripe.customers.search({ query: `metadata['learner']:'${learner}'` }))
    ended += (await cancelAllAtProvider(stripe, id)).length;
  return ended;
}

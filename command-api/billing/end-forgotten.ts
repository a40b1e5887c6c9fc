import type { Kysely } from 'kysely';
import type { Stripe } from 'stripe';
import type { Database } from '../../database/tables.ts';
import type { ForgettingStep } from '../identity/forgetting/forget.ts';
import { cancelAllAtProvider } from './at-provider.ts';

/**
 * Queues the end of what a forgotten account pays for. Only the opaque learner id is kept: the provider knows its
 * customer by it, and nothing that names the person stays here.
 */
export const endSubscription: ForgettingStep = {
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
 * Ends every subscription of forgotten accounts at once. A learner stays queued until the provider has confirmed that
 * nothing of theirs runs any more, so that a failure is tried again.
 * @returns lines for the operator, with opaque ids only
 */
export async function endForgotten(db: Kysely<Database>, stripe: Stripe): Promise<readonly string[]> {
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

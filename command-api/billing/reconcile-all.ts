import type { Kysely } from 'kysely';
import type { Database } from '../../database/tables.ts';
import { cancelAtProvider } from './at-provider.ts';
import { otherCustomerLine, ownerOfCustomer } from './customer-owner.ts';
import { type ReconcileDependencies, reconcile } from './reconcile.ts';

export interface Reconciliation {
  /** Number of customers checked. */
  readonly checked: number;
  /** One line per correction, with opaque ids only. */
  readonly mended: readonly string[];
  /** One line per customer that could not be reconciled. */
  readonly failed: readonly string[];
}

const PAGE = 200;

/**
 * Makes up for lost webhooks: compares every learner's subscription with the provider's and ends subscriptions of deleted
 * accounts. Idempotent, and safe to run while webhooks are handled.
 */
export async function reconcileAll(
  dependencies: ReconcileDependencies & { readonly db: Kysely<Database> },
  { at, signal }: { readonly at: string; readonly signal: AbortSignal },
): Promise<Reconciliation> {
  const { db, stripe } = dependencies;
  const mended: string[] = [];
  const failed: string[] = [];
  let checked = 0;
  for (let after = ''; !signal.aborted; ) {
    const accounts = await db
      .selectFrom('accounts')
      .select(['id', 'stripe_customer_id'])
      .where('stripe_customer_id', 'is not', null)
      .where('id', '>', after)
      .orderBy('id')
      .limit(PAGE)
      .execute();
    const last = accounts.at(-1);
    if (!last) break;
    after = last.id;
    for (const { id: learner, stripe_customer_id: customer } of accounts) {
      if (customer === null || signal.aborted) continue;
      checked += 1;
      try {
        const { events, ended } = await reconcile(dependencies, {
          learner,
          customer,
          cause: `reconciliation ${at}`,
          at,
        });
        for (const { data } of events)
          mended.push(`${learner}: was ${data.from ?? 'unknown'}, is ${data.to}`);
        for (const id of ended) mended.push(`${learner}: ${id} was ended at the provider`);
      } catch (error) {
        failed.push(`${learner}: ${error instanceof Error ? error.message : error}`);
      }
    }
  }
  if (!signal.aborted) {
    const orphans = await endOrphans(db, stripe, signal);
    mended.push(...orphans.ended);
    failed.push(...orphans.unclear);
  }
  return { checked, mended, failed };
}

/**
 * Ends every subscription at the provider whose account was deleted. Customers of other shops are ignored.
 * @returns lines for the operator; `unclear` has one for each subscription of a learner's second customer
 */
async function endOrphans(
  db: Kysely<Database>,
  stripe: ReconcileDependencies['stripe'],
  signal: AbortSignal,
): Promise<{ readonly ended: readonly string[]; readonly unclear: readonly string[] }> {
  const ended: string[] = [];
  const unclear: string[] = [];
  for await (const { id, customer: found } of stripe.subscriptions.list({ limit: 100 })) {
    if (signal.aborted) break;
    const customer = typeof found === 'string' ? found : found.id;
    const owner = await ownerOfCustomer(db, stripe, customer);
    if (owner.kind === 'other customer') unclear.push(`${id}: ${otherCustomerLine(customer, owner.learner)}`);
    if (owner.kind !== 'deleted account') continue;
    await cancelAtProvider(stripe, id);
    ended.push(`${id}: its account is gone, it was ended at the provider`);
  }
  return { ended, unclear };
}

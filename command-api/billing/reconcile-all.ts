import type { Kysely } from 'kysely';
import type { Database } from '../../database/tables.ts';
import { cancelAtProvider } from './at-provider.ts';
import { learnerOfCustomer, type ReconcileDependencies, reconcile } from './reconcile.ts';

export interface Reconciliation {
  /** Customers whose subscription was looked at. */
  readonly looked: number;
  /** One line for each thing that was mended, with opaque ids only. */
  readonly mended: readonly string[];
  /** One line for each customer that could not be looked at. */
  readonly failed: readonly string[];
}

const PAGE = 200;

/**
 * Finds and mends what webhooks lost: every learner's subscription is compared with what the provider has, and what is
 * charged for accounts that are gone is ended. Running it twice, or beside webhooks, makes no difference.
 */
export async function reconcileAll(
  dependencies: ReconcileDependencies & { readonly db: Kysely<Database> },
  { at, signal }: { readonly at: string; readonly signal: AbortSignal },
): Promise<Reconciliation> {
  const { db, stripe } = dependencies;
  const mended: string[] = [];
  const failed: string[] = [];
  let looked = 0;
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
      looked += 1;
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
  if (!signal.aborted) mended.push(...(await endOrphans(db, stripe, signal)));
  return { looked, mended, failed };
}

/** Ends every subscription at the provider whose account is gone. Customers of another shop are left alone. */
async function endOrphans(
  db: Kysely<Database>,
  stripe: ReconcileDependencies['stripe'],
  signal: AbortSignal,
): Promise<readonly string[]> {
  const ended: string[] = [];
  for await (const { id, customer } of stripe.subscriptions.list({ limit: 100 })) {
    if (signal.aborted) break;
    const owner = await learnerOfCustomer(db, stripe, typeof customer === 'string' ? customer : customer.id);
    if (owner !== 'account is gone') continue;
    await cancelAtProvider(stripe, id);
    ended.push(`${id}: its account is gone, it was ended at the provider`);
  }
  return ended;
}

import { type Kysely, sql } from 'kysely';
import { mayOpen, subscriptionRequired } from '../domain/catalogue/access.ts';
import type { Refusal } from '../domain/refusal.ts';
import type { Caller } from '../facade/express/api.ts';
import { type Queried, type ReadModels, ReadModelsUnavailable } from './consistency.ts';

/**
 * The refusal (402) of a chapter that must be subscribed to (spec 6), or undefined when the caller may open it.
 * @throws ReadModelsUnavailable when the subscriptions are not up to date
 */
export async function refuseUnpaid(
  read: ReadModels,
  { id, roles }: Caller,
  chapter: number,
): Promise<Refusal | undefined> {
  if (mayOpen(chapter, { roles, subscribed: false })) return undefined;
  let trusted = true;
  const freshness = {
    // The client's position covers its own commands only; subscription events come from the payment provider.
    after: undefined,
    stale: () => {
      trusted = false;
    },
    readAt: () => {},
  };
  const [subscription] = await read.rows(['subscriptions'], freshness, db => subscriptionOf(db, id));
  if (mayOpen(chapter, { roles, subscribed: subscription?.active ?? false })) return undefined;
  // Do not refuse a paying learner because of a read model that has stopped (decision 16).
  if (!trusted) throw new ReadModelsUnavailable('the subscriptions are not up to date');
  return subscriptionRequired;
}

/**
 * The learner's subscription: one row, or none when there never was one. Read here and not from the token, which may be
 * ten minutes old.
 */
export function subscriptionOf(db: Kysely<Queried>, learner: string) {
  return db
    .selectFrom('read_models.subscriptions')
    .select([
      'status',
      'paid_until',
      'cancels_at_period_end',
      sql<boolean>`coalesce(open_until > now(), false)`.as('active'),
      sql<Date | null>`case when status = 'past_due' and isfinite(open_until) then open_until end`.as(
        'closes_at',
      ),
    ])
    .where('learner', '=', learner);
}

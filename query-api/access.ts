import { type Kysely, sql } from 'kysely';
import { mayOpen, subscriptionRequired } from '../domain/catalogue/access.ts';
import type { Refusal } from '../domain/refusal.ts';
import type { Caller } from '../facade/express/api.ts';
import { type Queried, type ReadModels, ReadModelsUnavailable } from './consistency.ts';

/**
 * The refusal (402) of a chapter that must be subscribed to (spec 6), or undefined when the caller may open it.
 * @throws ReadModelsUnavailable when nobody can tell
 */
export async function refuseUnpaid(
  read: ReadModels,
  { id, roles }: Caller,
  chapter: number,
): Promise<Refusal | undefined> {
  if (mayOpen(chapter, { roles, subscribed: false })) return undefined;
  let trusted = true;
  const freshness = {
    // The position a client knows is of its own writes; a subscription is written by the payment provider's word.
    after: undefined,
    stale: () => {
      trusted = false;
    },
    readFrom: () => {},
  };
  const found = await read.rows(['subscriptions'], freshness, db => subscriptionOf(db, id));
  if (mayOpen(chapter, { roles, subscribed: isActive(found) })) return undefined;
  // Nobody is refused what they may have paid for on the word of a read model that has stopped.
  if (!trusted) throw new ReadModelsUnavailable('the subscriptions are not up to date');
  return subscriptionRequired;
}

/** The learner's subscription, from its state and not from the token, which may be ten minutes old. */
export function subscriptionOf(db: Kysely<Queried>, learner: string) {
  return db
    .selectFrom('read_models.subscriptions')
    .select(sql<boolean>`coalesce(open_until > now(), false)`.as('active'))
    .where('learner', '=', learner);
}

/** Where the learner's subscription stands; undefined for who never had one. */
export function standingOf(db: Kysely<Queried>, learner: string) {
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
    .where('learner', '=', learner)
    .executeTakeFirst();
}

/** @param found what `subscriptionOf` finds: nothing for one who never subscribed */
export function isActive(found: readonly { readonly active: boolean }[]): boolean {
  return found[0]?.active ?? false;
}

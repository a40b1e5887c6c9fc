import type { Kysely } from 'kysely';
import { mayOpen, subscriptionRequired } from '../domain/catalogue/access.ts';
import type { Refusal } from '../domain/refusal.ts';
import type { Caller } from '../facade/express/api.ts';
import type { Queried, ReadModels } from './consistency.ts';

/** The refusal (402) of a chapter that must be subscribed to (spec 6), or undefined when the caller may open it. */
export async function refuseUnpaid(
  read: ReadModels,
  { id, roles }: Caller,
  chapter: number,
): Promise<Refusal | undefined> {
  if (mayOpen(chapter, { roles, subscribed: false })) return undefined;
  // The position a client knows is of its own writes; a subscription is written by the payment provider's word.
  const anyAge = { after: undefined, stale: () => {} };
  const found = await read.rows(['subscriptions'], anyAge, db => subscriptionOf(db, id));
  return mayOpen(chapter, { roles, subscribed: isActive(found) }) ? undefined : subscriptionRequired;
}

/** The learner's subscription, from its state and not from the token, which may be ten minutes old. */
export function subscriptionOf(db: Kysely<Queried>, learner: string) {
  return db.selectFrom('read_models.subscriptions').select('active').where('learner', '=', learner);
}

/** @param found what `subscriptionOf` finds: nothing for one who never subscribed */
export function isActive(found: readonly { readonly active: boolean }[] | undefined): boolean {
  return found?.[0]?.active ?? false;
}

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
  const subscribed = await read(['subscriptions'], anyAge, snapshot => isSubscribed(snapshot, id));
  return mayOpen(chapter, { roles, subscribed: subscribed ?? false }) ? undefined : subscriptionRequired;
}

/** From the subscription's state, not from the token, which may be ten minutes old. */
export async function isSubscribed(snapshot: Kysely<Queried>, learner: string): Promise<boolean> {
  const row = await snapshot
    .selectFrom('read_models.subscriptions')
    .select('active')
    .where('learner', '=', learner)
    .executeTakeFirst();
  return row?.active ?? false;
}

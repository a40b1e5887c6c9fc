import { mayOpen } from '../../../domain/catalogue/access.ts';
import type { ReplyOf } from '../../../facade/endpoint.ts';
import type { profile } from '../../../facade/users.ts';

const DAY = 86_400_000;
/** How long a paid chapter stays open on a device that does not hear the server, in milliseconds. */
const UNHEARD = 14 * DAY;

/** What the profile said when the server was heard last. */
type Standing = Pick<ReplyOf<typeof profile>, 'roles' | 'activeSubscription' | 'subscription'>;

/**
 * Whether a chapter that lies on this device may be read without a connection (decision 53): a free one always; a paid one
 * until the paid period ends, and for 14 days without a connection at most.
 * @param heard when the server said so, and `now`: milliseconds since 1970
 */
export function isOpenHere(
  chapter: number,
  { roles, activeSubscription, subscription }: Standing,
  { heard, now }: { readonly heard: number; readonly now: number },
): boolean {
  if (mayOpen(chapter, { roles: [], subscribed: false })) return true;
  // A clock that was set back stops no time; a day is left for one that was put right.
  if (now < heard - DAY || now >= heard + UNHEARD) return false;
  if (!mayOpen(chapter, { roles, subscribed: activeSubscription })) return false;
  if (roles.includes('admin')) return true;
  const ends = [subscription?.paidUntil, subscription?.closesAt];
  return ends.every(end => !end || now < Date.parse(end));
}

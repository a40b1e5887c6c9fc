import { mayOpen } from '../../../domain/catalogue/access.ts';
import type { ReplyOf } from '../../../facade/endpoint.ts';
import type { profile } from '../../../facade/users.ts';

const DAY = 86_400_000;
/** How long a device may open a paid chapter without a reply of the server, in milliseconds. */
const OFFLINE_LIMIT = 14 * DAY;

/** Roles and subscription from the last stored reply of the profile. */
type Rights = Pick<ReplyOf<typeof profile>, 'roles' | 'activeSubscription' | 'subscription'>;

/**
 * Whether a chapter stored on this device may be read without a connection (decision 53): a free one always; a paid one until
 * the paid period ends, and at most 14 days without a connection.
 * @param lastReplyAt time of the profile's reply, and `now`: milliseconds since 1970
 */
export function mayReadOffline(
  chapter: number,
  { roles, activeSubscription, subscription }: Rights,
  { lastReplyAt, now }: { readonly lastReplyAt: number; readonly now: number },
): boolean {
  if (mayOpen(chapter, { roles: [], subscribed: false })) return true;
  // A clock that was set back must not extend the access; one day of tolerance allows a corrected clock.
  if (now < lastReplyAt - DAY || now >= lastReplyAt + OFFLINE_LIMIT) return false;
  if (!mayOpen(chapter, { roles, subscribed: activeSubscription })) return false;
  if (roles.includes('admin')) return true;
  const ends = [subscription?.paidUntil, subscription?.closesAt];
  return ends.every(end => !end || now < Date.parse(end));
}

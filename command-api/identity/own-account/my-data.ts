import { isCollectedOf } from '../../../database/collected-of.ts';
import type { Caller } from '../../../facade/express/api.ts';
import { messagesOf } from '../../contact/messages-of.ts';
import { accountById } from '../accounts/accounts.ts';
import type { IdentityDependencies } from '../dependencies.ts';
import { sessionsOf } from './session-list.ts';

/**
 * The data stored about an account; undefined when there is no such account. Hashes of secrets are left out. Reading,
 * answers and kept words are in the history export, which may be too long for one reply (decision 51).
 */
export async function accountDataOf(
  { db }: Pick<IdentityDependencies, 'db'>,
  caller: Pick<Caller, 'id' | 'session'>,
): Promise<Record<string, unknown> | undefined> {
  const account = await accountById(db, caller.id);
  if (!account) return undefined;
  const { password_hash, inbox_token: _inbox, ...kept } = account;
  const [sessions, messages, emailChanges, mails, reviewSchedules, analytics] = await Promise.all([
    sessionsOf(db, caller),
    db
      .selectFrom('contact_messages')
      .select(['kind', 'name', 'email', 'subject', 'message', 'received_at'])
      .where(messagesOf(account))
      .orderBy('received_at')
      .execute(),
    db
      .selectFrom('email_changes')
      .select(['old_email', 'new_email', 'confirmed_at', 'revert_until'])
      .where('account_id', '=', caller.id)
      .execute(),
    db
      .selectFrom('mails')
      .select(['created_at', 'sent_at'])
      .where('account_id', '=', caller.id)
      .orderBy('created_at')
      .execute(),
    db
      .selectFrom('review_parameters')
      .select(['language', 'parameters', 'fitted_at', 'fitted_from', 'reviews_tried'])
      .select(['held_out', 'loss_before', 'loss_after'])
      .where('learner', '=', caller.id)
      .orderBy('language')
      .execute(),
    account.username === null ? null : collectedOf(db, account.username),
  ]);
  return {
    madeAt: new Date().toISOString(),
    account: { ...kept, has_password: password_hash !== null },
    sessions,
    messages,
    emailChanges,
    mailsSent: mails,
    /** How fast they forget, as far as it was worked out (decision 58). */
    reviewSchedules,
    analytics,
  };
}

/**
 * The data of our analytics collector (decision 48), under the username and in the learner's browsers before a login. Of
 * recordings only time and path, because their content is masked.
 */
async function collectedOf(db: IdentityDependencies['db'], username: string) {
  const isTheirs = await isCollectedOf(db, { devices: [], username });
  const [visits, profile, recordings] = await Promise.all([
    db
      .selectFrom('collected_events')
      .select(['event', 'at', 'properties'])
      .where(isTheirs)
      .orderBy('at')
      .execute(),
    db
      .selectFrom('collected_profiles')
      .select(['properties', 'changed_at'])
      .where('username', '=', username)
      .executeTakeFirst(),
    db
      .selectFrom('collected_recordings')
      .select(['path', 'received_at', 'size'])
      .where(isTheirs)
      .orderBy('received_at')
      .execute(),
  ]);
  return { visits, profile: profile ?? null, recordings };
}

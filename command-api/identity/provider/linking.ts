import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../database/tables.ts';
import { isRefusal, type Refusal, refuse } from '../../../domain/refusal.ts';
import { type Account, accountByEmail, createAccount } from '../accounts/accounts.ts';
import type { VerifiedPerson } from '../dependencies.ts';
import { mailNotice } from '../own-account/notices.ts';
import { dropPending, isReserved, type MailDependencies } from '../sign-up/pending.ts';

/**
 * The account that a person from the provider is signed in to:
 * 1. the account linked with this subject, whatever its address;
 * 2. else the account with the same address, if the provider runs that mailbox: both sides have verified the address, so the
 *    person is the same. A mail informs the owner;
 * 3. else, if an account has the address, none: the owner logs in with the password and links the provider;
 * 4. else a new account without a password and without a username.
 * An account is linked with one subject, until a new password unlinks it, and a subject with one account.
 */
export async function accountFor(
  mailing: MailDependencies,
  person: VerifiedPerson,
): Promise<Account | Refusal> {
  const { db } = mailing;
  const { subject, email, authoritative } = person;
  const linked = await accountOfSubject(db, subject);
  if (linked) return linked;
  const same = await accountByEmail(db, email);
  // Here and below: the same person's sign-in in another tab at the same moment may have been faster.
  if (same?.provider_subject === subject) return same;
  if (same) {
    if (!authoritative || same.provider_subject !== null)
      return refuse('duplicate email', { because: 'conflict' });
    if (!(await link(db, same.id, subject)))
      return (await accountOfSubject(db, subject)) ?? refuse('duplicate email', { because: 'conflict' });
    await mailNotice(mailing, same, 'google linked');
    return same;
  }
  // Its former owner may still take this address back.
  if (await isReserved(db, email)) return refuse('duplicate email', { because: 'conflict' });
  const created = await createAccount(db, { username: null, email, passwordHash: null, google: subject });
  if (isRefusal(created)) return (await accountOfSubject(db, subject)) ?? created;
  await dropPending(db, email);
  return created;
}

export function accountOfSubject(db: Kysely<Database>, subject: string): Promise<Account | undefined> {
  return db
    .selectFrom('accounts')
    .selectAll()
    .where('provider', '=', 'google')
    .where('provider_subject', '=', subject)
    .executeTakeFirst();
}

/** @returns false when the account is linked with another subject */
export async function link(db: Kysely<Database>, id: string, subject: string): Promise<boolean> {
  const linked = await db
    .updateTable('accounts')
    .set({ provider: 'google', provider_subject: subject, provider_linked_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('provider_subject', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return linked !== undefined;
}

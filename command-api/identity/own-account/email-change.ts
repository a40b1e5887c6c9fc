import { randomUUID } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import pg from 'pg';
import type { Database } from '../../../database/tables.ts';
import { type Refusal, refuse } from '../../../domain/refusal.ts';
import { renderMail } from '../../mail/render-mail.ts';
import { type Account, accountByEmail, duplicate, unlinked } from '../accounts/accounts.ts';
import { hashOf, newSecret } from '../secret.ts';
import { endSessions } from '../sessions/sessions.ts';
import { dropPending, isReserved, type MailDependencies } from '../sign-up/pending.ts';

const CONFIRM_HOURS = 24;
const REVERT_DAYS = 7;

/** The refusal of an address that the account has already, or that it cannot have. */
export async function refuseNewEmail(
  db: Kysely<Database>,
  { id, email, username }: Account,
  newEmail: string,
): Promise<Refusal | undefined> {
  if (email === newEmail)
    return refuse('This is your e-mail address already.', { because: 'conflict', field: 'email' });
  const isTaken = (await accountByEmail(db, newEmail)) || (await isReservedForOther(db, newEmail, id));
  return isTaken ? duplicate('email', username, newEmail) : undefined;
}

/** Mails a link to the new address; nothing changes before it is used. */
export async function askForEmail(
  { db: trx, queueMail, publicUrl }: MailDependencies & { readonly db: Transaction<Database> },
  { id, email: oldEmail, username }: Account,
  newEmail: string,
): Promise<void> {
  await trx
    .deleteFrom('email_changes')
    .where('account_id', '=', id)
    .where('confirmed_at', 'is', null)
    .execute();
  const code = newSecret();
  await trx
    .insertInto('email_changes')
    .values({
      id: randomUUID(),
      account_id: id,
      old_email: oldEmail,
      new_email: newEmail,
      confirm_hash: hashOf(code),
      confirm_until: sql<Date>`now() + make_interval(hours => ${CONFIRM_HOURS})`,
      confirmed_at: null,
      revert_hash: null,
      revert_until: null,
    })
    .execute();
  const mail = renderMail({
    to: newEmail,
    subject: 'Confirm your new e-mail address',
    greeting: username ? `Hello ${username},` : 'Hello,',
    paragraphs: [
      `This address was entered as the new one of the Camino account ${username ?? oldEmail}. Confirm it only if that account is yours: whoever owns the account then gets its mail here.`,
    ],
    action: { label: 'Confirm this address', link: `${publicUrl}/confirm-email#${code}` },
    closing: `The link is good for ${CONFIRM_HOURS} hours. If you did not ask for it, you need not do anything.`,
  });
  await queueMail(mail, { db: trx, account: id });
}

/** Whether another account may still revert to this address. */
async function isReservedForOther(db: Kysely<Database>, email: string, account: string): Promise<boolean> {
  if (!(await isReserved(db, email))) return false;
  const own = await db
    .selectFrom('email_changes')
    .select('id')
    .where('old_email', '=', email)
    .where('account_id', '=', account)
    .executeTakeFirst();
  return own === undefined;
}

export const unknownLink = refuse('This link is not valid any more.', { because: 'missing', field: 'code' });

/**
 * The change of a link. Locks the account before the change (see `lockAccount`), so that links of one account which are used
 * at the same moment wait for each other; one that an earlier one voided is not found.
 */
async function lockedChange(trx: Transaction<Database>, link: 'confirm_hash' | 'revert_hash', code: string) {
  const hash = hashOf(code);
  await trx
    .selectFrom('accounts')
    .select('id')
    .where('id', 'in', trx.selectFrom('email_changes').select('account_id').where(link, '=', hash))
    .forNoKeyUpdate()
    .execute();
  return trx.selectFrom('email_changes').selectAll().where(link, '=', hash).forUpdate().executeTakeFirst();
}

/** Changes the account's address, and mails a link for reverting it to the old one. */
export async function confirmEmailChange(
  mailing: MailDependencies,
  code: string,
): Promise<{ readonly email: string } | Refusal> {
  try {
    return await mailing.db.transaction().execute(trx => confirmed(mailing, trx, code));
  } catch (error) {
    // An account got this address at the same moment: the check before could not see it yet.
    if (error instanceof pg.DatabaseError && error.constraint === 'accounts_email')
      return refuse('duplicate email', { because: 'conflict', field: 'email' });
    throw error;
  }
}

async function confirmed(
  { queueMail, publicUrl }: MailDependencies,
  trx: Transaction<Database>,
  code: string,
): Promise<{ readonly email: string } | Refusal> {
  const change = await lockedChange(trx, 'confirm_hash', code);
  if (!change) return unknownLink;
  const { id, account_id, old_email, new_email, confirmed_at, confirm_until } = change;
  if (confirmed_at) return { email: new_email };
  if (confirm_until < new Date()) return unknownLink;
  if (await accountByEmail(trx, new_email)) return duplicate('email', null, new_email);
  const account = await trx
    .updateTable('accounts')
    .set({ email: new_email, verified_at: sql<Date>`now()` })
    .where('id', '=', account_id)
    .returning(['id', 'username'])
    .executeTakeFirstOrThrow();
  const back = newSecret();
  await trx
    .updateTable('email_changes')
    .set({
      confirmed_at: sql<Date>`now()`,
      revert_hash: hashOf(back),
      revert_until: sql<Date>`now() + make_interval(days => ${REVERT_DAYS})`,
    })
    .where('id', '=', id)
    .execute();
  await trx.deleteFrom('reset_codes').where('account_id', '=', account_id).execute();
  // The link of the sign-up lies in the old mailbox, and would tell the new address.
  await trx.deleteFrom('verification_links').where('account_id', '=', account_id).execute();
  await dropPending(trx, new_email);
  // Messages that the owner wrote signed out: later only the account leads to them.
  await trx
    .updateTable('contact_messages')
    .set({ account_id })
    .where('email', '=', old_email)
    .where('account_id', 'is', null)
    .execute();
  const mail = renderMail({
    to: old_email,
    subject: 'Your e-mail address was changed',
    greeting: account.username ? `Hello ${account.username},` : 'Hello,',
    // Not the new address, because that mailbox may belong to someone else by now.
    paragraphs: ['Your Camino account has another e-mail address now, and mail goes there from now on.'],
    action: { label: 'It was not me: change it back', link: `${publicUrl}/revert-email#${back}` },
    closing: `The link takes it back for ${REVERT_DAYS} days, and signs out everybody. If it was you, you need not do anything.`,
  });
  await queueMail(mail, { db: trx, account: account_id });
  return { email: new_email };
}

/**
 * Reverts an account to its earlier address. An attacker who changed the address may know the password and have linked a
 * provider before, so all sessions end, the password becomes invalid and the link is removed; a reset code sets a new password.
 */
export function revertEmailChange(
  db: Kysely<Database>,
  code: string,
): Promise<{ readonly email: string } | Refusal> {
  return db.transaction().execute(async trx => {
    const change = await lockedChange(trx, 'revert_hash', code);
    if (!change?.revert_until || change.revert_until < new Date()) return unknownLink;
    const { account_id, old_email, confirmed_at } = change;
    const holder = await accountByEmail(trx, old_email);
    if (holder && holder.id !== account_id) return duplicate('email', null, old_email);
    await trx
      .updateTable('accounts')
      .set({ email: old_email, password_hash: null, ...unlinked })
      .where('id', '=', account_id)
      .execute();
    // This change and every later one are undone.
    await trx
      .deleteFrom('email_changes')
      .where('account_id', '=', account_id)
      .where(({ eb, or }) =>
        or([eb('confirmed_at', 'is', null), eb('confirmed_at', '>=', confirmed_at ?? new Date(0))]),
      )
      .execute();
    await trx.deleteFrom('reset_codes').where('account_id', '=', account_id).execute();
    await endSessions(trx, account_id);
    return { email: old_email };
  });
}

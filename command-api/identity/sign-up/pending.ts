import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { PendingSignUpsTable } from '../../../database/accounts.ts';
import type { Database } from '../../../database/tables.ts';
import { isRefusal, type Refusal, refuse } from '../../../domain/refusal.ts';
import { CommandIdReused } from '../../../event-store/aggregate/aggregate.ts';
import { mailboxOf } from '../../../facade/email.ts';
import type { QueueMail } from '../../mail/mail.ts';
import { renderMail } from '../../mail/render-mail.ts';
import { createAccount, duplicate, takenBy } from '../accounts/accounts.ts';
import { hashPassword, isPassword } from '../accounts/passwords.ts';
import { hashOf, newSecret } from '../secret.ts';

/**
 * A pending sign-up becomes an account when someone opens its link and types the password chosen at sign-up. So a stranger's
 * sign-up does not keep the owner of an address from signing up; it only reserves a username for a short time (decision 24).
 */
export type PendingSignUp = Selectable<PendingSignUpsTable>;

/** A sign-up reserves its username for this long. The row is kept for seven days. */
const HOLD_MINUTES = 15;
const LINK_HOURS = 24;
/** Sign-ups with one address that are mailed within a day. Further ones are stored, and their links are sent when asked for. */
const MAILED_A_DAY = 10;
/** How many sign-ups of one address or username are compared with a password, because each comparison is slow. */
const MAX_COMPARED = 3;

export interface MailDependencies {
  readonly db: Kysely<Database>;
  readonly queueMail: QueueMail;
  readonly publicUrl: string;
}

type Wanted = Pick<PendingSignUp, 'username' | 'email'> & { readonly password: string };

/**
 * Whether this sign-up was stored before: its reply was lost.
 * @throws CommandIdReused when another sign-up has this command id
 */
export async function isStored(
  db: Kysely<Database>,
  commandId: string,
  { username, email, password }: Wanted,
): Promise<boolean> {
  const known = await db
    .selectFrom('pending_sign_ups')
    .select(['username', 'email', 'password_hash'])
    .where('id', '=', commandId)
    .executeTakeFirst();
  if (!known) return false;
  const isSame =
    known.username === username && known.email === email && (await isPassword(known.password_hash, password));
  if (!isSame) throw new CommandIdReused(`command ${commandId} was another request`);
  return true;
}

/**
 * Stores a sign-up and mails its link, unless strangers have filled the mailbox. Refuses with 'duplicate email' or 'duplicate username' (spec 8).
 * @param spendProof uses up the proof of being human; called when nothing else is refused
 */
export async function signUpPending(
  { db, queueMail, publicUrl }: MailDependencies,
  commandId: string,
  { password, ...wanted }: Wanted,
  spendProof: (trx: Transaction<Database>) => Promise<Refusal | undefined>,
): Promise<Refusal | undefined> {
  const password_hash = await hashPassword(password);
  return db.transaction().execute(async trx => {
    await oneAtATime(trx, wanted);
    // At the same moment as an equal one.
    if (await isStored(trx, commandId, { ...wanted, password })) return undefined;
    const refused =
      (await takenBy(trx, wanted.username, wanted.email)) ??
      (await takenByPending(trx, wanted)) ??
      (await kept(trx, wanted)) ??
      (await spendProof(trx));
    if (refused) return refused;
    const isMailed = (await signedUpToday(trx, wanted.email)) < MAILED_A_DAY;
    await trx
      .insertInto('pending_sign_ups')
      .values({ id: commandId, ...wanted, password_hash })
      .execute();
    if (isMailed) await mailLink({ db: trx, queueMail, publicUrl }, { id: commandId, ...wanted });
    return undefined;
  });
}

/** Serializes sign-ups for the same name or address. */
async function oneAtATime(
  trx: Transaction<Database>,
  { username, email }: Pick<PendingSignUp, 'username' | 'email'>,
): Promise<void> {
  for (const name of [`email ${email}`, `username ${username.toLowerCase()}`].toSorted())
    await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx);
}

async function signedUpToday(trx: Transaction<Database>, email: string): Promise<number> {
  const today = await trx
    .selectFrom('pending_sign_ups')
    .select('id')
    .where('email', '=', email)
    .where('created_at', '>', sql<Date>`now() - interval '1 day'`)
    .limit(MAILED_A_DAY)
    .execute();
  return today.length;
}

/** A username that somebody with another address has just signed up with. */
async function takenByPending(
  trx: Transaction<Database>,
  { username, email }: Pick<PendingSignUp, 'username' | 'email'>,
): Promise<Refusal | undefined> {
  const held = await trx
    .selectFrom('pending_sign_ups')
    .select('id')
    .where('created_at', '>', sql<Date>`now() - make_interval(mins => ${HOLD_MINUTES})`)
    .where(sql`lower(username)`, '=', username.toLowerCase())
    .where('email', '<>', email)
    .executeTakeFirst();
  return held && duplicate('username', username, email);
}

/** An address that an account left can be restored for a week; until then no one else can use it. */
async function kept(
  trx: Transaction<Database>,
  { username, email }: Pick<PendingSignUp, 'username' | 'email'>,
): Promise<Refusal | undefined> {
  return (await isReserved(trx, email)) ? duplicate('email', username, email) : undefined;
}

export async function isReserved(db: Kysely<Database>, email: string): Promise<boolean> {
  const change = await db
    .selectFrom('email_changes')
    .select('id')
    .where('old_email', '=', email)
    .where('revert_until', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return change !== undefined;
}

async function mailLink(
  { db, queueMail, publicUrl }: MailDependencies,
  { id, username, email }: Pick<PendingSignUp, 'id' | 'username' | 'email'>,
): Promise<void> {
  const code = newSecret();
  await db
    .insertInto('verification_links')
    .values({
      token_hash: hashOf(code),
      sign_up_id: id,
      account_id: null,
      expires_at: sql<Date>`now() + make_interval(hours => ${LINK_HOURS})`,
    })
    .execute();
  const mail = renderMail({
    to: email,
    subject: 'Verify your e-mail address',
    greeting: `Welcome to Camino, ${username}.`,
    paragraphs: [
      `Somebody signed up with this address as ${username}. If it was you, open the page below and type the password you chose. Then you can log in and open your first book.`,
    ],
    // After the #, where no server, log or referrer sees it.
    action: { label: 'Verify my address', link: `${publicUrl}/verify-email#${code}` },
    closing: `The link is good for ${LINK_HOURS} hours. If you did not sign up, you need not do anything: without your click there is no account.`,
  });
  await queueMail(mail, { db });
}

/** Pending sign-ups with an address or a username, newest first. */
export function pendingOf(db: Kysely<Database>, credential: string): Promise<PendingSignUp[]> {
  const live = db
    .selectFrom('pending_sign_ups')
    .selectAll()
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('created_at', 'desc')
    .limit(MAX_COMPARED);
  return credential.includes('@')
    ? live.where('email', '=', mailboxOf(credential) ?? '').execute()
    : live.where(sql`lower(username)`, '=', credential.trim().toLowerCase()).execute();
}

/** Mails new links to all pending sign-ups of an address. */
export async function resendLinks(mailing: MailDependencies, email: string): Promise<void> {
  for (const one of await pendingOf(mailing.db, email)) await mailLink(mailing, one);
}

/** Whether a sign-up has a valid link. */
export async function hasLiveLink(db: Kysely<Database>, { id }: PendingSignUp): Promise<boolean> {
  const link = await db
    .selectFrom('verification_links')
    .select('token_hash')
    .where('sign_up_id', '=', id)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return link !== undefined;
}

export interface Link {
  readonly username: string;
  readonly email: string;
  /** Its account exists. */
  readonly verified: boolean;
}

/** The sign-up or account of a link. Refuses an unknown link, and an old one with 'email verification link expired'. */
export async function openLink(db: Kysely<Database>, code: string): Promise<Link | Refusal> {
  const link = await db
    .selectFrom('verification_links')
    .leftJoin('pending_sign_ups', 'pending_sign_ups.id', 'sign_up_id')
    .leftJoin('accounts', 'accounts.id', 'account_id')
    .select([
      'account_id',
      'pending_sign_ups.username as pendingUsername',
      'pending_sign_ups.email as pendingEmail',
      'accounts.username as username',
      'accounts.email as email',
      sql<boolean>`verification_links.expires_at > now()`.as('fresh'),
    ])
    .where('token_hash', '=', hashOf(code))
    .executeTakeFirst();
  if (!link) return refuse('unknown verification link', { because: 'missing', field: 'code' });
  const username = link.pendingUsername ?? link.username ?? '';
  const email = link.pendingEmail ?? link.email ?? '';
  if (link.account_id !== null) return { username, email, verified: true };
  if (!link.fresh) return refuse('email verification link expired', { username, email });
  return { username, email, verified: false };
}

/** Creates the account of a link. Other sign-ups of its address are deleted; those of its username stay and will be refused. */
export function activate(db: Kysely<Database>, code: string, password: string): Promise<Link | Refusal> {
  return db.transaction().execute(async trx => {
    const opened = await openLink(trx, code);
    if (isRefusal(opened) || opened.verified) return opened;
    await oneAtATime(trx, opened);
    const pending = await trx
      .selectFrom('pending_sign_ups')
      .innerJoin('verification_links', 'sign_up_id', 'pending_sign_ups.id')
      .selectAll('pending_sign_ups')
      .where('token_hash', '=', hashOf(code))
      .executeTakeFirst();
    // A concurrent request was faster.
    if (!pending) return openLink(trx, code);
    const { username, email, password_hash: passwordHash } = pending;
    if (!(await isPassword(passwordHash, password)))
      return refuse('not the password of this sign-up', {
        because: 'credentials',
        field: 'password',
        verbose: 'This is not the password that was chosen at sign-up.',
      });
    const account = await createAccount(trx, { username, email, passwordHash });
    if (isRefusal(account)) return account;
    // All links of the sign-up: whoever opens an older mail later learns that the address is verified.
    await trx
      .updateTable('verification_links')
      .set({ account_id: account.id, sign_up_id: null })
      .where('sign_up_id', '=', pending.id)
      .execute();
    await dropPending(trx, email);
    return { username, email, verified: true };
  });
}

/** The address has an owner now, so other sign-ups with it are deleted. */
export async function dropPending(db: Kysely<Database>, email: string): Promise<void> {
  await db.deleteFrom('pending_sign_ups').where('email', '=', email).execute();
}

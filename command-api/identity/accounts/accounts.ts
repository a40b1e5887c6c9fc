import { randomBytes } from 'node:crypto';
import type { Kysely, Selectable, Transaction } from 'kysely';
import { sql } from 'kysely';
import type { AccountsTable } from '../../../database/accounts.ts';
import type { Database } from '../../../database/tables.ts';
import { type Role, rolesAmong } from '../../../domain/account/roles.ts';
import { type Refusal, refuse } from '../../../domain/refusal.ts';
import { mailboxOf } from '../../../facade/email.ts';
import { hashPassword } from './passwords.ts';

export type Account = Selectable<AccountsTable>;

/** Columns of an account that is not linked with a provider. */
export const unlinked = { provider: null, provider_subject: null, provider_linked_at: null } as const;

export interface NewAccount {
  /** Null until one is chosen. */
  readonly username: string | null;
  /** Normalised by `mailboxOf`, and verified. */
  readonly email: string;
  /** argon2id; null for an account that signs in with a provider only. */
  readonly passwordHash: string | null;
  /** By default `['user']`. */
  readonly roles?: readonly Role[];
  /** The provider's `sub`. */
  readonly google?: string;
}

/**
 * Creates an account, or refuses with 'duplicate email' or 'duplicate username' (spec 8), also under concurrent calls. The
 * caller validates the format of both.
 */
export async function createAccount(
  db: Kysely<Database>,
  { username, email, passwordHash, roles = ['user'], google }: NewAccount,
): Promise<Account | Refusal> {
  const created = await db
    .insertInto('accounts')
    .values({
      id: randomBytes(16).toString('hex'),
      username,
      email,
      password_hash: passwordHash,
      roles: [...roles],
      ...(google !== undefined && {
        provider: 'google',
        provider_subject: google,
        provider_linked_at: new Date(),
      }),
    })
    .onConflict(conflict => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  return created ?? (await takenBy(db, username, email)) ?? refuse('unable to create new user');
}

/** Creates an account with a given password, for the sandbox or a test. */
export async function createAccountWithPassword(
  db: Kysely<Database>,
  { password, ...account }: Omit<NewAccount, 'passwordHash'> & { readonly password: string },
): Promise<Account | Refusal> {
  const taken = await takenBy(db, account.username, account.email);
  return taken ?? createAccount(db, { ...account, passwordHash: await hashPassword(password) });
}

/** The refusal when another account has the username or the address. */
export async function takenBy(
  db: Kysely<Database>,
  username: string | null,
  email: string,
): Promise<Refusal | undefined> {
  if (await accountByEmail(db, email)) return duplicate('email', username, email);
  if (username !== null && (await accountByUsername(db, username)))
    return duplicate('username', username, email);
  return undefined;
}

export function duplicate(field: 'email' | 'username', username: string | null, email: string): Refusal {
  return refuse(`duplicate ${field}`, {
    because: 'conflict',
    field,
    email,
    ...(username !== null && { username }),
  });
}

/**
 * Locks an account until the transaction ends. Whatever changes an account and its links, codes or sessions together locks
 * the account first; in another order two such transactions would wait for each other for ever.
 */
export async function lockAccount(trx: Transaction<Database>, id: string): Promise<void> {
  await trx.selectFrom('accounts').select('id').where('id', '=', id).forNoKeyUpdate().execute();
}

export function accountById(db: Kysely<Database>, id: string): Promise<Account | undefined> {
  return db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst();
}

/** @param email as `mailboxOf` spells it */
export function accountByEmail(db: Kysely<Database>, email: string): Promise<Account | undefined> {
  return db.selectFrom('accounts').selectAll().where('email', '=', email).executeTakeFirst();
}

/** Case-insensitive. */
export function accountByUsername(db: Kysely<Database>, username: string): Promise<Account | undefined> {
  return db
    .selectFrom('accounts')
    .selectAll()
    .where(sql<string>`lower(username)`, '=', username.trim().toLowerCase())
    .executeTakeFirst();
}

/** By username or e-mail address; a username contains no @, so a credential is never both. */
export function accountByCredential(db: Kysely<Database>, credential: string): Promise<Account | undefined> {
  return credential.includes('@')
    ? accountByEmail(db, mailboxOf(credential) ?? '')
    : accountByUsername(db, credential);
}

export function rolesOf({ roles }: Pick<Account, 'roles'>): readonly Role[] {
  return rolesAmong(roles);
}

import { randomBytes } from 'node:crypto';
import type { Kysely, Selectable } from 'kysely';
import { sql } from 'kysely';
import type { AccountsTable } from '../../../database/accounts.ts';
import type { Database } from '../../../database/tables.ts';
import { type Role, rolesAmong } from '../../../domain/account/roles.ts';
import { type Refusal, refuse } from '../../../domain/refusal.ts';
import { mailboxOf } from '../../../facade/email.ts';
import { hashPassword } from './passwords.ts';

export type Account = Selectable<AccountsTable>;

export interface NewAccount {
  readonly username: string;
  /** As `mailboxOf` spells it. */
  readonly email: string;
  readonly password: string;
  /** `['user']` unless said. */
  readonly roles?: readonly Role[];
  /** The address needs no verification mail. */
  readonly verified?: boolean;
}

/**
 * Creates an account, or refuses with 'duplicate email' or 'duplicate username' (spec 8), also when two sign up at the
 * same moment. Checks no rules of spelling: those are the caller's.
 */
export async function createAccount(
  db: Kysely<Database>,
  { username, email, password, roles = ['user'], verified = false }: NewAccount,
): Promise<Account | Refusal> {
  const taken = await duplicate(db, username, email);
  if (taken) return taken;
  const created = await db
    .insertInto('accounts')
    .values({
      id: randomBytes(16).toString('hex'),
      username,
      email,
      password_hash: await hashPassword(password),
      verified_at: verified ? new Date() : null,
      roles: [...roles],
    })
    .onConflict(conflict => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  return created ?? (await duplicate(db, username, email)) ?? refuse('unable to create new user');
}

async function duplicate(
  db: Kysely<Database>,
  username: string,
  email: string,
): Promise<Refusal | undefined> {
  if (await accountByEmail(db, email))
    return refuse('duplicate email', { because: 'conflict', field: 'email', username, email });
  if (await accountByUsername(db, username))
    return refuse('duplicate username', { because: 'conflict', field: 'username', username, email });
  return undefined;
}

export function accountById(db: Kysely<Database>, id: string): Promise<Account | undefined> {
  return db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst();
}

/** @param email as `mailboxOf` spells it */
export function accountByEmail(db: Kysely<Database>, email: string): Promise<Account | undefined> {
  return db.selectFrom('accounts').selectAll().where('email', '=', email).executeTakeFirst();
}

/** Whatever the case of its letters. */
export function accountByUsername(db: Kysely<Database>, username: string): Promise<Account | undefined> {
  return db
    .selectFrom('accounts')
    .selectAll()
    .where(sql<string>`lower(username)`, '=', username.trim().toLowerCase())
    .executeTakeFirst();
}

/** By username or e-mail address; a username holds no @, so a credential is never both. */
export function accountByCredential(db: Kysely<Database>, credential: string): Promise<Account | undefined> {
  return credential.includes('@')
    ? accountByEmail(db, mailboxOf(credential) ?? '')
    : accountByUsername(db, credential);
}

export function rolesOf({ roles }: Pick<Account, 'roles'>): readonly Role[] {
  return rolesAmong(roles);
}

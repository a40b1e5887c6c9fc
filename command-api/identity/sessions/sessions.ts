import { randomBytes } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import type pg from 'pg';
import { groupedLookup, inOrder } from '../../../database/grouped-lookup.ts';
import type { Database } from '../../../database/tables.ts';
import { hashOf } from '../secret.ts';
import { dropExpired, exchange, firstToken } from './refresh-tokens.ts';

/** One sign-in on one device: a chain of refresh tokens. */
export interface GrantedSession {
  /** Session id, the `sid` of access tokens. */
  readonly session: string;
  readonly accountId: string;
  /** Only for the cookie. */
  readonly refreshToken: string;
}

/** For how long after a login, or a confirmation of identity, the account itself may be changed. */
export const RECENT_MINUTES = 5;

/** @param device name in the session list */
export function openSession(
  db: Kysely<Database>,
  accountId: string,
  device: string,
): Promise<GrantedSession> {
  return db.transaction().execute(trx => insertSession(trx, accountId, device));
}

/**
 * Opens a session if what proved the login is still the account's: a new password, which ends all sessions, or a deletion
 * may have come since, because comparing passwords takes long.
 * @param proof the hash of the password, or the subject at the provider
 * @returns undefined when the account does not have it any more
 */
export function openProvedSession(
  db: Kysely<Database>,
  accountId: string,
  device: string,
  proof: { readonly password_hash: string | null } | { readonly provider_subject: string },
): Promise<GrantedSession | undefined> {
  return db.transaction().execute(async trx => {
    const account = await trx
      .selectFrom('accounts')
      .select('id')
      .where('id', '=', accountId)
      .where(({ and }) => and(proof))
      .forShare()
      .executeTakeFirst();
    return account && insertSession(trx, accountId, device);
  });
}

async function insertSession(
  trx: Transaction<Database>,
  accountId: string,
  device: string,
): Promise<GrantedSession> {
  await deleteEnded(trx, accountId);
  const session = randomBytes(16).toString('hex');
  await trx
    .insertInto('sessions')
    .values({ id: session, account_id: accountId, ended_at: null, device })
    .execute();
  return { session, accountId, refreshToken: await firstToken(trx, session) };
}

/** Deletes sessions that ended or expired, with their tokens. */
async function deleteEnded(trx: Transaction<Database>, accountId: string): Promise<void> {
  await trx
    .deleteFrom('sessions')
    .where('account_id', '=', accountId)
    .where(({ eb, exists, not, or, selectFrom }) =>
      or([
        eb('ended_at', '<', sql<Date>`now() - interval '1 day'`),
        not(
          exists(
            selectFrom('refresh_tokens')
              .select('token_hash')
              .whereRef('session_id', '=', 'sessions.id')
              .where('expires_at', '>', sql<Date>`now()`),
          ),
        ),
      ]),
    )
    .execute();
}

/** Exchanges a refresh token for the next one; null when there is nothing to continue. A stolen one ends its session. */
export function continueSession(db: Kysely<Database>, refreshToken: string): Promise<GrantedSession | null> {
  return db.transaction().execute(async trx => {
    const exchanged = await exchange(trx, refreshToken);
    if (exchanged.outcome === 'unknown') return null;
    if (exchanged.outcome === 'stolen') {
      await endSession(trx, exchanged.session);
      return null;
    }
    await dropExpired(trx, exchanged.session);
    const { account_id: accountId } = await trx
      .updateTable('sessions')
      .set({ last_used_at: sql<Date>`clock_timestamp()` })
      .where('id', '=', exchanged.session)
      .returning('account_id')
      .executeTakeFirstOrThrow();
    return { session: exchanged.session, accountId, refreshToken: exchanged.token };
  });
}

/** Ends the session of a refresh token in any state; does nothing for an unknown one. */
export async function endSessionOf(db: Kysely<Database>, refreshToken: string): Promise<void> {
  const found = await db
    .selectFrom('refresh_tokens')
    .select('session_id')
    .where('token_hash', '=', hashOf(refreshToken))
    .executeTakeFirst();
  if (found) await endSession(db, found.session_id);
}

export async function endSession(db: Kysely<Database>, session: string): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ ended_at: sql<Date>`now()` })
    .where('id', '=', session)
    .where('ended_at', 'is', null)
    .execute();
}

/**
 * Ends an account's sessions, and with them a change of address that was asked for and not confirmed: whoever signs somebody
 * out must not be left with a link that was asked for in a session before.
 * @param except a session that continues
 */
export async function endSessions(db: Kysely<Database>, accountId: string, except?: string): Promise<void> {
  await db
    .deleteFrom('email_changes')
    .where('account_id', '=', accountId)
    .where('confirmed_at', 'is', null)
    .execute();
  await db
    .updateTable('sessions')
    .set({ ended_at: sql<Date>`now()` })
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .$if(except !== undefined, query => query.where('id', '<>', except ?? ''))
    .execute();
}

/** Records that the learner confirmed their identity, by password or at the provider. */
export async function recordProof(db: Kysely<Database>, session: string): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ proved_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', session)
    .execute();
}

/** Whether a session has not ended; locks it, so that it does not end before the transaction does. */
export async function isStillOpen(trx: Transaction<Database>, session: string): Promise<boolean> {
  const found = await trx
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', session)
    .where('ended_at', 'is', null)
    .forShare()
    .executeTakeFirst();
  return found !== undefined;
}

export async function isProvedRecently(db: Kysely<Database>, session: string): Promise<boolean> {
  const found = await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', session)
    .where('proved_at', '>', sql<Date>`clock_timestamp() - make_interval(mins => ${RECENT_MINUTES})`)
    .executeTakeFirst();
  return found !== undefined;
}

interface TokenSession {
  /** Account id. */
  readonly id: string;
  readonly session: string;
}

/**
 * Whether the session of an access token is still active. Every call asks the database, so that a logout holds at once;
 * calls at the same time ask together.
 */
export function sessionCheck(pool: pg.Pool): (caller: TokenSession) => Promise<boolean> {
  const activeOf = groupedLookup(async (callers: readonly TokenSession[]) => {
    const { rows } = await pool.query<{ nth: number }>({
      name: 'active sessions',
      text: `select asked.nth::int4 from unnest($1::text[], $2::text[]) with ordinality as asked(session, account, nth)
        join sessions on sessions.id = asked.session and account_id = asked.account where ended_at is null`,
      values: [callers.map(({ session }) => session), callers.map(({ id }) => id)],
    });
    return inOrder(callers, rows);
  });
  return async caller => (await activeOf(caller)) !== undefined;
}

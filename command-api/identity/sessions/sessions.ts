import { randomBytes } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import type pg from 'pg';
import type { Database } from '../../../database/tables.ts';
import { hashOf, newSecret } from '../secret.ts';

/**
 * A session is a family of refresh tokens, each exchanged once for the next. All times are the database's, so that
 * several processes agree.
 */
export interface Granted {
  /** Session id, the `sid` of access tokens. */
  readonly session: string;
  readonly accountId: string;
  /** Goes into the cookie, and nowhere else. */
  readonly refreshToken: string;
}

/** A session that nobody uses for this long is over. */
export const refreshTokenDays = 30;

/** Two tabs, or a reply that was lost, may use one token twice within this many seconds. */
export const graceSeconds = 20;

export function openSession(db: Kysely<Database>, accountId: string): Promise<Granted> {
  return db.transaction().execute(async trx => {
    await forgetEnded(trx, accountId);
    const session = randomBytes(16).toString('hex');
    await trx.insertInto('sessions').values({ id: session, account_id: accountId, ended_at: null }).execute();
    return { session, accountId, refreshToken: await grant(trx, session, null) };
  });
}

/** Sessions that ended or ran out, and with them their tokens. */
async function forgetEnded(trx: Transaction<Database>, accountId: string): Promise<void> {
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

async function grant(trx: Transaction<Database>, session: string, parent: string | null): Promise<string> {
  const token = newSecret();
  await trx
    .insertInto('refresh_tokens')
    .values({
      token_hash: hashOf(token),
      session_id: session,
      parent_hash: parent,
      expires_at: sql<Date>`now() + make_interval(days => ${refreshTokenDays})`,
      used_at: null,
    })
    .execute();
  return token;
}

/**
 * Exchanges a refresh token for the next one. Null when it is unknown, has run out, or its session has ended; and when
 * it was used before, longer ago than the grace: then it was copied, and the whole session ends.
 */
export function rotate(db: Kysely<Database>, refreshToken: string): Promise<Granted | null> {
  const hash = hashOf(refreshToken);
  return db.transaction().execute(async trx => {
    // The lock on the session makes its tokens rotate one after the other.
    const session = await trx
      .selectFrom('sessions')
      .innerJoin('refresh_tokens', 'refresh_tokens.session_id', 'sessions.id')
      .select(['sessions.id', 'sessions.account_id'])
      .where('token_hash', '=', hash)
      .where('ended_at', 'is', null)
      .where('expires_at', '>', sql<Date>`now()`)
      .forUpdate('sessions')
      .executeTakeFirst();
    if (!session) return null;
    if (await isReused(trx, hash)) {
      await end(trx, session.id);
      return null;
    }
    await trx
      .updateTable('refresh_tokens')
      .set({ used_at: sql<Date>`coalesce(used_at, clock_timestamp())` })
      .where('token_hash', '=', hash)
      .execute();
    await trx
      .deleteFrom('refresh_tokens')
      .where('session_id', '=', session.id)
      .where('expires_at', '<', sql<Date>`now()`)
      .execute();
    return {
      session: session.id,
      accountId: session.account_id,
      refreshToken: await grant(trx, session.id, hash),
    };
  });
}

/**
 * Used before, longer ago than the grace. Or, of two tokens that the grace let come from one, the other is in use: a
 * browser keeps only one of them, so somebody else has the other.
 */
async function isReused(trx: Transaction<Database>, hash: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from refresh_tokens mine
    join refresh_tokens used on used.session_id = mine.session_id
      and (used.token_hash = mine.token_hash or used.parent_hash = mine.parent_hash)
    where mine.token_hash = ${hash}
      and used.used_at < clock_timestamp() - make_interval(secs => ${graceSeconds})
    limit 1`.execute(trx);
  return rows.length > 0;
}

/** Ends the session of a refresh token, whatever state the token is in; does nothing for an unknown one. */
export async function endSessionOf(db: Kysely<Database>, refreshToken: string): Promise<void> {
  const found = await db
    .selectFrom('refresh_tokens')
    .select('session_id')
    .where('token_hash', '=', hashOf(refreshToken))
    .executeTakeFirst();
  if (found) await end(db, found.session_id);
}

async function end(db: Kysely<Database>, session: string): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ ended_at: sql<Date>`now()` })
    .where('id', '=', session)
    .where('ended_at', 'is', null)
    .execute();
}

/** Has the session of an access token not been ended since? Asked for every command, so it is one prepared statement. */
export async function sessionStands(
  pool: pg.Pool,
  { id, session }: { readonly id: string; readonly session: string },
): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'session-stands',
    text: 'select 1 from sessions where id = $1 and account_id = $2 and ended_at is null',
    values: [session, id],
  });
  return rowCount === 1;
}

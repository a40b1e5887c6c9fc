import { createHash, randomBytes } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../../../database/tables.ts';
import { hashOf, newSecret } from '../secret.ts';

/**
 * Refresh tokens with rotation and reuse detection: each token is exchanged for the next.
 *
 * A token that is presented again is not theft by itself: a reply may have been lost, or two tabs asked at once. As long as
 * its child is unused, it can be exchanged again; within a few seconds for the same child, so that racing tabs end with one
 * cookie. Only one child of a token may be used. Use of a second one means that the session was stolen, and ends it.
 */

/** A session that is unused for this long expires. */
export const refreshTokenDays = 30;
/** Requests with the same token within this many seconds get the same child. */
const RACE_SECONDS = 10;

export type Exchange =
  | { readonly outcome: 'granted'; readonly session: string; readonly token: string }
  | { readonly outcome: 'stolen'; readonly session: string }
  | { readonly outcome: 'unknown' };

/** The first token of a session. */
export async function firstToken(trx: Transaction<Database>, session: string): Promise<string> {
  const token = newSecret();
  await store(trx, { session, token, parent: null, nonce: null });
  return token;
}

/** The token is derived from its parent and the nonce in the database, so both are needed to derive it again. */
function childOf(parent: string, nonce: string): string {
  return createHash('sha256').update(`refresh ${nonce} ${parent}`).digest('base64url');
}

async function store(
  trx: Transaction<Database>,
  {
    session,
    token,
    parent,
    nonce,
  }: { session: string; token: string; parent: string | null; nonce: string | null },
): Promise<void> {
  await trx
    .insertInto('refresh_tokens')
    .values({
      token_hash: hashOf(token),
      session_id: session,
      parent_hash: parent,
      nonce,
      expires_at: sql<Date>`now() + make_interval(days => ${refreshTokenDays})`,
      used_at: null,
    })
    .execute();
}

/** Exchanges a token. All times are the database's, so that several processes agree. */
export async function exchange(trx: Transaction<Database>, token: string): Promise<Exchange> {
  // The lock on the session serializes the exchanges of its tokens.
  const found = await trx
    .selectFrom('sessions')
    .innerJoin('refresh_tokens', 'refresh_tokens.session_id', 'sessions.id')
    .select('sessions.id')
    .where('token_hash', '=', hashOf(token))
    .where('ended_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .forUpdate('sessions')
    .executeTakeFirst();
  if (!found) return { outcome: 'unknown' };
  const session = found.id;
  const nextToken = await nextOf(trx, session, token);
  return nextToken === undefined
    ? { outcome: 'stolen', session }
    : { outcome: 'granted', session, token: nextToken };
}

/** The next token; undefined when the session was stolen. */
async function nextOf(
  trx: Transaction<Database>,
  session: string,
  token: string,
): Promise<string | undefined> {
  const hash = hashOf(token);
  const { used, racing, rival } = await tokenState(trx, hash);
  if (rival) return undefined;
  const [newest] = await trx
    .selectFrom('refresh_tokens')
    .select(['token_hash', 'nonce', 'used_at', sql<boolean>`${recent(sql.ref('issued_at'))}`.as('fresh')])
    .where('parent_hash', '=', hash)
    .orderBy('used_at', order => order.desc().nullsLast())
    .orderBy('issued_at', 'desc')
    .limit(1)
    .execute();
  const again = newest?.nonce ? childOf(token, newest.nonce) : undefined;
  if (newest?.used_at) {
    // Its child was used: by another tab just now, or by a thief.
    return used && racing && again !== undefined ? nextOf(trx, session, again) : undefined;
  }
  if (newest?.fresh && again !== undefined && hashOf(again) === newest.token_hash) return again;
  await trx
    .updateTable('refresh_tokens')
    .set({ used_at: sql<Date>`coalesce(used_at, clock_timestamp())` })
    .where('token_hash', '=', hash)
    .execute();
  const nonce = randomBytes(16).toString('hex');
  const next = childOf(token, nonce);
  await store(trx, { session, token: next, parent: hash, nonce });
  return next;
}

function recent(time: ReturnType<typeof sql.ref>) {
  return sql<boolean>`${time} > clock_timestamp() - make_interval(secs => ${RACE_SECONDS})`;
}

interface TokenState {
  /** It was exchanged before. */
  readonly used: boolean;
  /** It was exchanged a few seconds ago. */
  readonly racing: boolean;
  /** Another child of the same parent was used. */
  readonly rival: boolean;
}

async function tokenState(trx: Transaction<Database>, hash: string): Promise<TokenState> {
  const { rows } = await sql<TokenState>`
    select mine.used_at is not null as used,
      coalesce(${recent(sql.ref('mine.used_at'))}, false) as racing,
      exists (
        select from refresh_tokens other
        where other.parent_hash = mine.parent_hash and other.token_hash <> mine.token_hash
          and other.used_at is not null
      ) as rival
    from refresh_tokens mine where mine.token_hash = ${hash}`.execute(trx);
  return rows[0] ?? { used: false, racing: false, rival: false };
}

/** Deletes expired tokens, which are not needed for detecting reuse. */
export async function dropExpired(db: Kysely<Database>, session: string): Promise<void> {
  await db
    .deleteFrom('refresh_tokens')
    .where('session_id', '=', session)
    .where('expires_at', '<', sql<Date>`now()`)
    .execute();
}

import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../database/tables.ts';
import type { ReplyOf } from '../../../facade/endpoint.ts';
import type { Caller } from '../../../facade/express/api.ts';
import type { sessions } from '../../../facade/own-account.ts';

/** The active sessions of an account, the last used first. */
export async function sessionsOf(
  db: Kysely<Database>,
  { id, session }: Pick<Caller, 'id' | 'session'>,
): Promise<ReplyOf<typeof sessions>> {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'device', 'created_at', 'last_used_at'])
    .where('account_id', '=', id)
    .where('ended_at', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('refresh_tokens')
          .select('token_hash')
          .whereRef('session_id', '=', 'sessions.id')
          .where('expires_at', '>', sql<Date>`now()`),
      ),
    )
    .orderBy('last_used_at', 'desc')
    .execute();
  return rows.map(row => ({
    id: row.id,
    device: row.device ?? 'Unknown device',
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at.toISOString(),
    current: row.id === session,
  }));
}

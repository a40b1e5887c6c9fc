import { type Kysely, sql } from 'kysely';
import type { Database } from '../../database/tables.ts';
import { rolesAmong } from '../../domain/account/roles.ts';
import type { Serve } from '../../facade/express/api.ts';
import { people } from '../../facade/people.ts';
import type { ReadModels } from '../consistency.ts';

/** Accounts for admins, without passwords and tokens. */
export function servePeople(
  serve: Serve,
  { db, read }: { readonly db: Kysely<Database>; readonly read: ReadModels },
): void {
  serve(people, async ({ query: { search }, ...freshness }) => {
    const found = await accountsLike(db, search);
    if (found.length === 0) return [];
    const subscriptions = await read.rows(['subscriptions'], freshness, queried =>
      queried
        .selectFrom('read_models.subscriptions')
        .select([
          'learner',
          'status',
          'paid_until',
          'cancels_at_period_end',
          sql<boolean>`coalesce(open_until > now(), false)`.as('active'),
        ])
        .where(
          'learner',
          'in',
          found.map(({ id }) => id),
        ),
    );
    return found.map(account => {
      const subscription = subscriptions.find(({ learner }) => learner === account.id);
      return {
        id: account.id,
        username: account.username,
        email: account.email,
        createdAt: account.created_at.toISOString(),
        roles: rolesAmong(account.roles),
        sessions: Number(account.sessions),
        lastUsedAt: account.last_used_at?.toISOString() ?? null,
        subscription: subscription
          ? {
              status: subscription.status,
              active: subscription.active,
              paidUntil: subscription.paid_until && new Date(subscription.paid_until).toISOString(),
              cancelsAtPeriodEnd: subscription.cancels_at_period_end,
            }
          : null,
      };
    });
  });
}

/** The first 20, by name, whose name or address contains the text; case-insensitive. */
function accountsLike(db: Kysely<Database>, text: string) {
  const pattern = `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
  return db
    .selectFrom('accounts')
    .leftJoinLateral(
      eb =>
        eb
          .selectFrom('sessions')
          .select(({ fn }) => [
            fn.countAll<string>().as('sessions'),
            fn.max('last_used_at').as('last_used_at'),
          ])
          .whereRef('sessions.account_id', '=', 'accounts.id')
          .where('ended_at', 'is', null)
          .where(({ exists, selectFrom }) =>
            exists(
              selectFrom('refresh_tokens')
                .select('token_hash')
                .whereRef('session_id', '=', 'sessions.id')
                .where('expires_at', '>', sql<Date>`now()`),
            ),
          )
          .as('signed'),
      join => join.onTrue(),
    )
    .select(['id', 'username', 'email', 'created_at', 'roles', 'signed.sessions', 'signed.last_used_at'])
    .where(eb => eb.or([eb('username', 'ilike', pattern), eb('email', 'ilike', pattern)]))
    .orderBy(sql`lower(coalesce(username, email))`)
    .limit(20)
    .execute();
}

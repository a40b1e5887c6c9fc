import type { ExpressionBuilder, Kysely } from 'kysely';
import type { Database } from './tables.ts';

type PersonalTable = 'collected_events' | 'collected_profiles' | 'collected_recordings';

/**
 * A person's collected rows: those with the username, and those without a username from the given browsers and from every
 * browser that the learner used, because rows from before a login are the learner's too. Rows of other learners are excluded.
 * @returns a condition for each table of the collector
 */
export async function isCollectedOf(
  db: Kysely<Database>,
  { devices, username }: { readonly devices: readonly string[]; readonly username: string | null },
) {
  const used = username
    ? await db
        .selectFrom('collected_events')
        .select('device')
        .where('username', '=', username)
        .union(db.selectFrom('collected_recordings').select('device').where('username', '=', username))
        .execute()
    : [];
  const all = [...used.map(({ device }) => device), ...devices];
  return ({ eb, and, or }: ExpressionBuilder<Database, PersonalTable>) =>
    or([
      and([eb('device', '=', eb.fn.any(eb.val(all))), eb('username', 'is', null)]),
      ...(username ? [eb('username', '=', username)] : []),
    ]);
}

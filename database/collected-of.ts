import type { ExpressionBuilder, Kysely } from 'kysely';
import type { Database } from './tables.ts';

type PersonalTable = 'collected_events' | 'collected_profiles' | 'collected_recordings';

/**
 * What was collected of somebody: rows with the username, and the rows without one of these browsers and of every browser
 * that the learner used, because what was done there before the login is the learner's too. Rows of other learners are not.
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

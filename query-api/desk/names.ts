import type { Kysely } from 'kysely';
import type { Database } from '../../database/tables.ts';

/** Usernames by account id; without deleted accounts. */
export async function namesOf(
  db: Kysely<Database>,
  ids: readonly (string | null)[],
): Promise<ReadonlyMap<string, string | null>> {
  const wanted = [...new Set(ids.filter(id => id !== null))];
  if (wanted.length === 0) return new Map();
  const found = await db
    .selectFrom('accounts')
    .select(['id', 'username'])
    .where('id', 'in', wanted)
    .execute();
  return new Map(found.map(({ id, username }) => [id, username]));
}

import type { Kysely } from 'kysely';
import type { Database } from '../../database/tables.ts';

/** Ids of accounts, a page at a time: what jobs and resets that concern every vocabulary go through. */
export async function accountsAfter(
  db: Kysely<Database>,
  after: string,
  limit: number,
): Promise<readonly string[]> {
  const accounts = await db
    .selectFrom('accounts')
    .select('id')
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  return accounts.map(({ id }) => id);
}

/** An account has at most one vocabulary in each language. */
export async function languageIds(db: Kysely<Database>): Promise<readonly string[]> {
  const languages = await db.selectFrom('languages').select('id').orderBy('id').execute();
  return languages.map(({ id }) => id);
}

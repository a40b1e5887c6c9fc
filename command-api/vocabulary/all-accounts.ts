import type { Kysely } from 'kysely';
import type { Database } from '../../database/tables.ts';

/** A page of account ids, for jobs that go through all vocabularies. */
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

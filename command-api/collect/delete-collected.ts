import type { Kysely } from 'kysely';
import { isCollectedOf } from '../../database/collected-of.ts';
import type { Database } from '../../database/tables.ts';
import type { DeletionStep } from '../identity/account-deletion/delete-account.ts';
import { type AnalyticsSubject, queueDeletion } from './provider.ts';

const collected = ['collected_events', 'collected_profiles', 'collected_recordings'] as const;

/**
 * Deletes a person's collected rows (`isCollectedOf`).
 * @param tables by default all
 * @returns number of deleted rows
 */
export async function deleteCollected(
  db: Kysely<Database>,
  subject: AnalyticsSubject,
  tables: readonly (typeof collected)[number][] = collected,
): Promise<number> {
  const isTheirs = await isCollectedOf(db, subject);
  let deleted = 0;
  for (const table of tables) {
    const { numDeletedRows } = await db.deleteFrom(table).where(isTheirs).executeTakeFirst();
    deleted += Number(numDeletedRows);
  }
  return deleted;
}

export const deleteCollectedStep: DeletionStep = {
  name: 'analytics',
  run: async (trx, { username }) => {
    await deleteCollected(trx, { devices: [], username });
  },
};

/** Queues the deletion at the analytics provider, if there is one. */
export const deleteAtProviderStep: DeletionStep = {
  name: 'analytics at the provider',
  run: (trx, { username }) => queueDeletion(trx, { devices: [], username }),
};

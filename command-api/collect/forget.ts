import type { Kysely } from 'kysely';
import type { Database } from '../../database/tables.ts';
import type { ForgettingStep } from '../identity/forgetting/forget.ts';
import { type AnalyticsSubject, queueDeletion } from './provider.ts';

const collected = ['collected_events', 'collected_profiles', 'collected_recordings'] as const;

/**
 * Deletes what was collected of a learner, and the rows without a username of these browsers and of every browser that
 * the learner used: what was done there before the login is the learner's too. Rows of other learners stay.
 * @param tables all, unless only recordings are meant
 * @returns how many rows
 */
export async function forgetCollected(
  db: Kysely<Database>,
  { devices, username }: AnalyticsSubject,
  tables: readonly (typeof collected)[number][] = collected,
): Promise<number> {
  const used = username
    ? await db
        .selectFrom('collected_events')
        .select('device')
        .where('username', '=', username)
        .union(db.selectFrom('collected_recordings').select('device').where('username', '=', username))
        .execute()
    : [];
  const all = [...used.map(({ device }) => device), ...devices];
  let deleted = 0;
  for (const table of tables) {
    const { numDeletedRows } = await db
      .deleteFrom(table)
      .where(({ eb, and, or }) =>
        or([
          and([eb('device', '=', eb.fn.any(eb.val(all))), eb('username', 'is', null)]),
          ...(username ? [eb('username', '=', username)] : []),
        ]),
      )
      .executeTakeFirst();
    deleted += Number(numDeletedRows);
  }
  return deleted;
}

export const forgetCollectedStep: ForgettingStep = {
  name: 'analytics',
  run: async (trx, { username }) => {
    await forgetCollected(trx, { devices: [], username });
  },
};

/** Queues the same at the provider, where visits are counted instead of here. */
export const forgetAtProviderStep: ForgettingStep = {
  name: 'analytics at the provider',
  run: (trx, { username }) => queueDeletion(trx, { devices: [], username }),
};

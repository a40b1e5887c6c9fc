import type { Kysely } from 'kysely';
import type { Level } from '../domain/vocabulary/levels.ts';
import type { Queried } from './consistency.ts';

/** Entries of the current epoch of each language; a fragment with level new is not an entry. */
export function metEntries(db: Kysely<Queried>, learner: string) {
  return db
    .selectFrom('read_models.vocabulary_entries as entry')
    .innerJoin('read_models.vocabulary_epochs as now', join =>
      join
        .onRef('now.learner', '=', 'entry.learner')
        .onRef('now.language', '=', 'entry.language')
        .onRef('now.epoch', '=', 'entry.epoch'),
    )
    .where('entry.learner', '=', learner)
    .where('entry.level', '<>', 'new');
}

/** The fragments of a language that a learner has met, with their levels. */
export async function metLevels(
  db: Kysely<Queried>,
  learner: string,
  language: string,
): Promise<ReadonlyMap<string, Level>> {
  const rows = await metEntries(db, learner)
    .select(['entry.fragment', 'entry.level'])
    .where('entry.language', '=', language)
    .execute();
  return new Map(rows.map(({ fragment, level }) => [fragment, level]));
}

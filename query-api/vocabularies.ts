import type { Kysely } from 'kysely';
import type { Database } from '../database/tables.ts';
import { refuse } from '../domain/refusal.ts';
import { knownCountOf, stateAndLevel } from '../domain/vocabulary/levels.ts';
import type { Serve } from '../facade/express/api.ts';
import { knownFragmentCount, updateBookProgress, vocabularies } from '../facade/vocabularies.ts';
import type { Queried, ReadModels } from './consistency.ts';
import { bookProgressOf, progressProjections } from './progress.ts';

/** What the caller has learned (spec 3, 4, 7). */
export function serveVocabularies(
  serve: Serve,
  { db, read }: { readonly db: Kysely<Database>; readonly read: ReadModels },
): void {
  serve(vocabularies, async ({ caller, ...freshness }) => {
    const rows = await read(['vocabulary-entries'], freshness, snapshot => entriesOf(snapshot, caller.id));
    return (rows ?? []).map(({ fragment, language, level }) => ({
      _id: fragment,
      fragment,
      language,
      ...stateAndLevel(level),
    }));
  });

  serve(knownFragmentCount, async ({ caller, body, ...freshness }) => {
    const language = await db
      .selectFrom('languages')
      .select('id')
      .where('id', '=', body.languageId)
      .executeTakeFirst();
    if (!language) return refuse('unknown language', { field: 'languageId', because: 'missing' });
    const count = await read(['known-counts'], freshness, snapshot =>
      snapshot
        .selectFrom('read_models.known_counts')
        .select('thirds')
        .where('learner', '=', caller.id)
        .where('language', '=', body.languageId)
        .where('current', '=', true)
        .executeTakeFirst(),
    );
    return { knownCount: knownCountOf(count?.thirds ?? 0) };
  });

  serve(updateBookProgress, async ({ caller, ...freshness }) => {
    const progress = await read(progressProjections, freshness, snapshot =>
      bookProgressOf(snapshot, caller.id),
    );
    return { bookProgress: progress ?? {} };
  });
}

/** Entries of the epoch each language is in now; a fragment that was taken back to new is no entry. */
function entriesOf(snapshot: Kysely<Queried>, learner: string) {
  return snapshot
    .selectFrom('read_models.vocabulary_entries as entry')
    .innerJoin('read_models.vocabulary_epochs as now', join =>
      join
        .onRef('now.learner', '=', 'entry.learner')
        .onRef('now.language', '=', 'entry.language')
        .onRef('now.epoch', '=', 'entry.epoch'),
    )
    .select(['entry.fragment', 'entry.language', 'entry.level'])
    .where('entry.learner', '=', learner)
    .where('entry.level', '<>', 'new')
    .orderBy('entry.fragment')
    .execute();
}

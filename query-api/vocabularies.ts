import type { Kysely } from 'kysely';
import { refuse } from '../domain/refusal.ts';
import { knownCountOf, stateAndLevel } from '../domain/vocabulary/levels.ts';
import type { Serve } from '../facade/express/api.ts';
import { LevelPolicy } from '../facade/values.ts';
import {
  knownFragmentCount,
  newFragments,
  updateBookProgress,
  vocabularies,
} from '../facade/vocabularies.ts';
import type { Queried, ReadModels } from './consistency.ts';
import { metEntries } from './met-levels.ts';
import { bookProgressOf, progressProjections } from './progress.ts';

/** The caller's vocabulary (spec 3, 4, 7). */
export function serveVocabularies(serve: Serve, { read }: { readonly read: ReadModels }): void {
  serve(vocabularies, async ({ caller, ...freshness }) => {
    const rows = await read.rows(['vocabulary-entries'], freshness, db => entriesOf(db, caller.id));
    return rows.map(({ fragment, language, level, in_book }) => ({
      _id: fragment,
      fragment,
      language,
      ...stateAndLevel(level),
      // Only sent if false, because most fragments are in a book.
      ...(in_book === false && { inBook: false as const }),
    }));
  });

  serve(newFragments, async ({ caller, params, ...freshness }) => {
    const rows = await read.rows(['vocabulary-entries'], freshness, db => metIn(db, caller.id, params));
    return rows.map(({ fragment }) => fragment);
  });

  serve(knownFragmentCount, async ({ caller, body, ...freshness }) => {
    const counts = await read.rows(['known-counts', 'vocabulary-entries'], freshness, db =>
      db
        .selectFrom('languages')
        .leftJoin('read_models.known_counts as known', join =>
          join
            .onRef('known.language', '=', 'languages.id')
            .on('known.learner', '=', caller.id)
            .on('known.current', '=', true),
        )
        .leftJoin('read_models.vocabulary_epochs as now', join =>
          join.onRef('now.language', '=', 'languages.id').on('now.learner', '=', caller.id),
        )
        .select(({ selectFrom, fn }) => [
          'known.thirds',
          // Without a vocabulary: the policy of new vocabularies.
          fn
            .coalesce(
              'now.policy',
              selectFrom('level_policy_switches').select('policy').orderBy('number', 'desc').limit(1),
            )
            .as('policy'),
        ])
        .where('languages.id', '=', body.languageId),
    );
    if (counts.length === 0) return refuse('unknown language', { field: 'languageId', because: 'missing' });
    const policy = LevelPolicy.safeParse(counts[0]?.policy).data;
    return {
      knownCount: knownCountOf(counts[0]?.thirds ?? 0),
      ...(policy && policy !== 'standard' && { policy }),
    };
  });

  serve(updateBookProgress, async ({ caller, ...freshness }) => {
    const bookProgress = await read.snapshot(progressProjections, freshness, snapshot =>
      bookProgressOf(snapshot, caller.id),
    );
    return { bookProgress };
  });
}

/** Entries with what the reader needs of them. */
function entriesOf(db: Kysely<Queried>, learner: string) {
  return metEntries(db, learner)
    .leftJoin('fragments', 'fragments.id', 'entry.fragment')
    .select(['entry.fragment', 'entry.language', 'entry.level', 'fragments.in_book'])
    .orderBy('entry.fragment');
}

/** Entries of the current epoch that were first met in a sentence of a chapter, also one that an edition dropped. */
function metIn(db: Kysely<Queried>, learner: string, address: { bookId: string; chapter: number }) {
  return db
    .selectFrom('sentences')
    .innerJoin('books', 'books.id', 'sentences.book_id')
    .innerJoin('read_models.vocabulary_epochs as now', join =>
      join.onRef('now.language', '=', 'books.language_id').on('now.learner', '=', learner),
    )
    .innerJoin('read_models.vocabulary_entries as entry', join =>
      join
        .onRef('entry.learner', '=', 'now.learner')
        .onRef('entry.language', '=', 'now.language')
        .onRef('entry.epoch', '=', 'now.epoch')
        .onRef('entry.met_in', '=', 'sentences.id'),
    )
    .select('entry.fragment')
    .where('sentences.book_id', '=', address.bookId)
    .where('sentences.chapter', '=', address.chapter)
    .where('entry.level', '<>', 'new')
    .orderBy('entry.fragment');
}

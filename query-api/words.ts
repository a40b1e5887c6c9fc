import { type Kysely, sql } from 'kysely';
import type { Serve } from '../facade/express/api.ts';
import { words } from '../facade/story.ts';
import type { Queried, ReadModels } from './consistency.ts';

/** Everything the caller has met: one load, which the browser filters, sorts and searches (spec 3, vocabulary entry). */
export function serveWords(serve: Serve, { read }: { readonly read: ReadModels }): void {
  serve(words, ({ caller, ...freshness }) =>
    read.snapshot(
      ['vocabulary-entries', 'fragment-histories', 'review-schedule'],
      freshness,
      async snapshot => {
        const books = await snapshot
          .selectFrom('books')
          .select(['id', 'title'])
          .where('withheld', '=', false)
          .orderBy('id')
          .execute();
        const met = await metOf(snapshot, caller.id);
        const formed = await wordsOf(snapshot, caller.id);
        const bookIndex = new Map(books.map(({ id }, index) => [id, index]));
        const languages = [...Map.groupBy(met, ({ language }) => language)].map(([language, rows]) => {
          const indexOf = new Map(rows.map(({ fragment }, index) => [fragment, index]));
          return {
            language,
            fragments: rows.map(
              row =>
                [
                  row.fragment,
                  row.text,
                  row.kind === 'ending',
                  row.gloss,
                  row.lemma,
                  row.level,
                  row.met,
                  row.missed ?? 0,
                  row.credited ?? false,
                  (row.books ?? []).flatMap(book => bookIndex.get(book) ?? []),
                  row.due,
                ] as [
                  string,
                  string,
                  boolean,
                  string,
                  string | null,
                  typeof row.level,
                  number | null,
                  number,
                  boolean,
                  number[],
                  number | null,
                ],
            ),
            words: formed.flatMap(({ text, parts }) => {
              const stem = indexOf.get(parts[0] ?? '');
              if (stem === undefined) return [];
              const endings = parts.slice(1).flatMap(part => indexOf.get(part ?? '') ?? []);
              return [[text, stem, ...endings] as [string, number, ...number[]]];
            }),
          };
        });
        return { books, languages };
      },
    ),
  );
}

/** The fragments of the current epoch of each language. */
function metOf(snapshot: Kysely<Queried>, learner: string) {
  return snapshot
    .selectFrom('read_models.vocabulary_epochs as now')
    .innerJoin('read_models.vocabulary_entries as entry', join =>
      join
        .onRef('entry.learner', '=', 'now.learner')
        .onRef('entry.language', '=', 'now.language')
        .onRef('entry.epoch', '=', 'now.epoch'),
    )
    .innerJoin('fragments', 'fragments.id', 'entry.fragment')
    .leftJoin('read_models.fragment_histories as history', join =>
      join
        .onRef('history.learner', '=', 'entry.learner')
        .onRef('history.language', '=', 'entry.language')
        .onRef('history.epoch', '=', 'entry.epoch')
        .onRef('history.fragment', '=', 'entry.fragment'),
    )
    .leftJoin('read_models.review_schedule as schedule', join =>
      join
        .onRef('schedule.learner', '=', 'entry.learner')
        .onRef('schedule.language', '=', 'entry.language')
        .onRef('schedule.epoch', '=', 'entry.epoch')
        .onRef('schedule.fragment', '=', 'entry.fragment'),
    )
    .leftJoin(
      eb =>
        eb
          .selectFrom('chapter_fragments')
          .select(['fragment_id', sql<string[]>`array_agg(distinct book_id)`.as('books')])
          .groupBy('fragment_id')
          .as('place'),
      join => join.onRef('place.fragment_id', '=', 'fragments.id'),
    )
    .select([
      'entry.fragment',
      'entry.language',
      'entry.level',
      'fragments.text',
      'fragments.kind',
      'fragments.gloss',
      'fragments.lemma',
      'history.missed',
      'history.credited',
      sql<number | null>`extract(epoch from history.last_met_at)::int4`.as('met'),
      sql<number | null>`extract(epoch from schedule.due)::int4`.as('due'),
      'place.books',
    ])
    .where('now.learner', '=', learner)
    .where('entry.level', '<>', 'new')
    .orderBy('entry.fragment')
    .execute();
}

/** The distinct words made of a stem that the caller has met, with the ids of their fragments, the stem first. */
async function wordsOf(snapshot: Kysely<Queried>, learner: string) {
  const rows = await snapshot
    .selectFrom('word_instances as word')
    .innerJoin('fragments', 'fragments.id', 'word.stem')
    .innerJoin('read_models.vocabulary_epochs as now', join =>
      join.onRef('now.language', '=', 'fragments.language_id').on('now.learner', '=', learner),
    )
    .innerJoin('read_models.vocabulary_entries as entry', join =>
      join
        .onRef('entry.learner', '=', 'now.learner')
        .onRef('entry.language', '=', 'now.language')
        .onRef('entry.epoch', '=', 'now.epoch')
        .onRef('entry.fragment', '=', 'word.stem')
        .on('entry.level', '<>', 'new'),
    )
    .select([
      sql<string>`lower(word.text)`.as('text'),
      'word.stem',
      'word.ending1',
      'word.ending2',
      'word.ending3',
    ])
    .distinct()
    .where('word.retired', '=', false)
    .where('word.skipped', 'is', null)
    .where('word.sentence_id', 'not in', ({ selectFrom }) =>
      selectFrom('sentences')
        .innerJoin('books', 'books.id', 'sentences.book_id')
        .select('sentences.id')
        .where('books.withheld', '=', true),
    )
    .execute();
  return rows.map(({ text, stem, ending1, ending2, ending3 }) => ({
    text,
    parts: [stem, ending1, ending2, ending3].filter(part => part !== null),
  }));
}

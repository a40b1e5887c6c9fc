import { type Kysely, sql } from 'kysely';
import type { ReplyOf } from '../facade/endpoint.ts';
import type { Serve } from '../facade/express/api.ts';
import { words } from '../facade/story.ts';
import type { Queried, ReadModels } from './consistency.ts';
import { type Lexicon, lexicons } from './lexicon.ts';
import { type OwnSchedule, ownScheduleOf } from './review/own-schedule.ts';

type MetIn = ReplyOf<typeof words>['languages'][number];

/** All fragments the caller has met, in one reply that the browser filters, sorts and searches (spec 3, vocabulary entry). */
export function serveWords(serve: Serve, { read }: { readonly read: ReadModels }): void {
  const lexiconOf = lexicons();

  serve(words, ({ caller, query: { fragments: only }, ...freshness }) =>
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
        const lexicon = await lexiconOf(snapshot);
        const epochs = await snapshot
          .selectFrom('read_models.vocabulary_epochs')
          .selectAll()
          .where('learner', '=', caller.id)
          .orderBy('language')
          .execute();
        const bookIndex = new Map(books.map(({ id }, index) => [id, index]));
        const own = await ownScheduleOf(snapshot, caller.id, only);
        const languages: MetIn[] = [];
        for (const owner of epochs) {
          const met = await metOf(snapshot, owner, only);
          if (met.length > 0) languages.push(described(owner.language, met, { lexicon, bookIndex, own }));
        }
        return { books, languages };
      },
    ),
  );
}

/** The read models' rows with the catalogue's data; unknown fragments are left out. */
function described(
  language: string,
  met: Awaited<ReturnType<typeof metOf>>,
  {
    lexicon,
    bookIndex,
    own,
  }: {
    readonly lexicon: Lexicon;
    readonly bookIndex: ReadonlyMap<string, number>;
    readonly own: OwnSchedule;
  },
): MetIn {
  const known = met.flatMap(row => {
    const found = lexicon.fragments.get(row.fragment);
    return found ? [{ ...row, ...found }] : [];
  });
  const indexOf = new Map(known.map(({ fragment }, index) => [fragment, index]));
  return {
    language,
    fragments: known.map(({ fragment, text, ending, gloss, lemma, level, missed, credited, ...row }) => [
      fragment,
      text,
      ending,
      gloss,
      lemma,
      level,
      row.met,
      missed ?? 0,
      credited ?? false,
      row.books.flatMap(book => bookIndex.get(book) ?? []),
      own.memories.get(fragment)?.due ?? row.due,
      row.since,
    ]),
    words: known.flatMap(({ fragment }, stem) =>
      (lexicon.words.get(fragment) ?? []).map(({ text, endings }): MetIn['words'][number] => [
        text,
        stem,
        ...endings.flatMap(ending => indexOf.get(ending) ?? []),
      ]),
    ),
  };
}

/**
 * The fragments of an epoch. The owner is given for each table, so that each is read in one range scan.
 * Statistics may underestimate a learner with far more fragments than others; a nested loop would then be quadratic.
 */
async function metOf(
  snapshot: Kysely<Queried>,
  {
    learner,
    language,
    epoch,
  }: { readonly learner: string; readonly language: string; readonly epoch: number },
  only: readonly string[] | undefined,
) {
  await sql`set local enable_nestloop = off`.execute(snapshot);
  return snapshot
    .selectFrom('read_models.vocabulary_entries as entry')
    .leftJoin('read_models.fragment_histories as history', join =>
      join
        .onRef('history.fragment', '=', 'entry.fragment')
        .on('history.learner', '=', learner)
        .on('history.language', '=', language)
        .on('history.epoch', '=', epoch),
    )
    .leftJoin('read_models.review_schedule as schedule', join =>
      join
        .onRef('schedule.fragment', '=', 'entry.fragment')
        .on('schedule.learner', '=', learner)
        .on('schedule.language', '=', language)
        .on('schedule.epoch', '=', epoch),
    )
    .select([
      'entry.fragment',
      'entry.level',
      'history.missed',
      'history.credited',
      sql<number | null>`extract(epoch from history.last_met_at)::int4`.as('met'),
      sql<number | null>`extract(epoch from schedule.due)::int4`.as('due'),
      sql<number>`extract(epoch from entry.changed_at)::int4`.as('since'),
    ])
    .where('entry.learner', '=', learner)
    .where('entry.language', '=', language)
    .where('entry.epoch', '=', epoch)
    .where('entry.level', '<>', 'new')
    .$if(only !== undefined, query =>
      query.where('entry.fragment', '=', sql<string>`any(${[...(only ?? [])]}::text[])`),
    )
    .orderBy(sql`entry.fragment collate "C"`)
    .execute();
}

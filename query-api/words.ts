import { type Kysely, sql } from 'kysely';
import type { ReplyOf } from '../facade/endpoint.ts';
import type { Serve } from '../facade/express/api.ts';
import { words } from '../facade/story.ts';
import type { Queried, ReadModels } from './consistency.ts';
import { type Lexicon, lexicons } from './lexicon.ts';
import { readPlaces } from './review/due.ts';
import { type OwnSchedule, ownScheduleOf } from './review/own-schedule.ts';
import { shelf } from './shelf.ts';

type Vocabulary = ReplyOf<typeof words>['languages'][number];

/** All fragments the caller has met, in one reply that the browser filters, sorts and searches (spec 3, vocabulary entry). */
export function serveWords(serve: Serve, { read }: { readonly read: ReadModels }): void {
  const lexiconOf = lexicons();

  serve(words, ({ caller, query: { fragments: only }, ...freshness }) =>
    read.snapshot(
      ['vocabulary-entries', 'fragment-histories', 'review-schedule', 'book-progress'],
      freshness,
      async snapshot => {
        const books = await shelf(snapshot);
        const lexicon = await lexiconOf(snapshot);
        const epochs = await snapshot
          .selectFrom('read_models.vocabulary_epochs')
          .selectAll()
          .where('learner', '=', caller.id)
          .orderBy('language')
          .execute();
        const own = await ownScheduleOf(snapshot, caller.id, only);
        const languages: Vocabulary[] = [];
        for (const owner of epochs) {
          const met = await metOf(snapshot, owner, only);
          if (met.length === 0) continue;
          const metIn = await booksMetIn(snapshot, owner, books, only);
          languages.push(described(owner.language, met, { lexicon, metIn, own }));
        }
        return { books: [...books], languages };
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
    metIn,
    own,
  }: {
    readonly lexicon: Lexicon;
    readonly metIn: ReadonlyMap<string, number[]>;
    readonly own: OwnSchedule;
  },
): Vocabulary {
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
      metIn.get(fragment) ?? [],
      own.memories.get(fragment)?.due ?? row.due,
      row.since,
      row.books.length > 0,
    ]),
    words: known.flatMap(({ fragment }, stem) =>
      (lexicon.words.get(fragment) ?? []).map(({ text, endings }): Vocabulary['words'][number] => [
        text,
        stem,
        ...endings.flatMap(ending => indexOf.get(ending) ?? []),
      ]),
    ),
  };
}

/**
 * The books that each fragment was met in, as indexes of `books`: those with a sentence that was read and asks for it, and
 * that of the sentence whose answers it was new in, which an edition may have dropped (decision 47).
 */
async function booksMetIn(
  snapshot: Kysely<Queried>,
  { learner, language, epoch }: Owner,
  books: readonly { readonly id: string }[],
  only: readonly string[] | undefined,
): Promise<ReadonlyMap<string, number[]>> {
  const among = only === undefined ? sql`` : sql`and fragment = any(${[...only]}::text[])`;
  const { rows } = await sql<{ fragment: string; books: number[] }>`
    select fragment, array_agg(book order by book) as books
    from (
      select distinct fragment, array_position(${books.map(({ id }) => id)}::text[], book) - 1 as book
      from (
        select fragment, book from ${readPlaces(learner)} as read
        union all
        select entry.fragment, sentence.book_id
        from read_models.vocabulary_entries entry
        join sentences sentence on sentence.id = entry.met_in
        where entry.learner = ${learner} and entry.language = ${language} and entry.epoch = ${epoch}
      ) as place
      where book = any(${books.map(({ id }) => id)}::text[]) ${among}
    ) as met
    group by fragment`.execute(snapshot);
  return new Map(rows.map(({ fragment, books }) => [fragment, books]));
}

interface Owner {
  readonly learner: string;
  readonly language: string;
  readonly epoch: number;
}

/**
 * The fragments of an epoch. The owner is given for each table, so that each is read in one range scan.
 * Statistics may underestimate a learner with far more fragments than others; a nested loop would then be quadratic.
 */
async function metOf(
  snapshot: Kysely<Queried>,
  { learner, language, epoch }: Owner,
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

import { type Kysely, sql } from 'kysely';
import type { ReplyOf } from '../facade/endpoint.ts';
import type { Serve } from '../facade/express/api.ts';
import { words } from '../facade/story.ts';
import type { Queried, ReadModels } from './consistency.ts';
import { formOf, type Lexicon, lexicons, type Place, type WordPlace } from './lexicon.ts';
import { type OwnSchedule, ownScheduleOf } from './review/own-schedule.ts';
import { shelf } from './shelf.ts';

type Vocabulary = ReplyOf<typeof words>['languages'][number];

/** All fragments the caller has met, in one reply that the browser filters, sorts and searches (spec 3, vocabulary entry). */
export function serveWords(serve: Serve, { read }: { readonly read: ReadModels }): void {
  const lexiconOf = lexicons();

  serve(words, ({ caller, query: { fragments, newest }, ...freshness }) =>
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
        const bookIndex = new Map(books.map(({ id }, index) => [id, index]));
        const readTo = await readToOf(snapshot, caller.id);
        const newestIn = newest === undefined ? undefined : await newestOf(snapshot, epochs, lexicon, newest);
        const own = await ownScheduleOf(
          snapshot,
          caller.id,
          newestIn ? [...newestIn.values()].flat() : fragments,
        );
        const languages: Vocabulary[] = [];
        for (const owner of epochs) {
          const met = await metOf(
            snapshot,
            owner,
            newestIn ? (newestIn.get(owner.language) ?? []) : fragments,
          );
          if (met.length === 0) continue;
          languages.push(described(owner.language, met, { lexicon, bookIndex, readTo, own }));
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
    bookIndex,
    readTo,
    own,
  }: {
    readonly lexicon: Lexicon;
    readonly bookIndex: ReadonlyMap<string, number>;
    readonly readTo: ReadTo;
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
      metIn(row, bookIndex, readTo),
      own.memories.get(fragment)?.due ?? row.due,
      row.since,
      row.places.some(({ book }) => bookIndex.has(book)),
    ]),
    words: known.flatMap((row, stem) =>
      (lexicon.words.get(row.fragment) ?? []).map(
        ({ text, endings, places }): Vocabulary['words'][number] => [
          text,
          stem,
          ...(isMet(places, row, readTo) ? endings.flatMap(ending => indexOf.get(ending) ?? []) : []),
        ],
      ),
    ),
  };
}

type ReadTo = (place: Pick<Place, 'book' | 'chapter'>) => number;

/** Position up to which the caller has read a chapter; 0 if it was never opened. */
async function readToOf(snapshot: Kysely<Queried>, learner: string): Promise<ReadTo> {
  const rows = await snapshot
    .selectFrom('read_models.book_progress')
    .select(['book', 'chapter', 'sentences_read', 'finished_at'])
    .where('learner', '=', learner)
    .execute();
  const read = new Map<string, Map<number, number>>();
  for (const { book, chapter, sentences_read, finished_at } of rows) {
    const chapters = read.get(book) ?? new Map<number, number>();
    read.set(book, chapters.set(chapter, finished_at ? Number.POSITIVE_INFINITY : (sentences_read ?? 0)));
  }
  return ({ book, chapter }) => read.get(book)?.get(chapter) ?? 0;
}

/**
 * The books that a fragment was met in, as indexes: those with a sentence that was read and asks for it, and that of the sentence
 * whose answers it was new in, which an edition may have dropped (decision 47).
 */
function metIn(
  { places, first }: { readonly places: readonly Place[]; readonly first: string | null },
  bookIndex: ReadonlyMap<string, number>,
  readTo: ReadTo,
): number[] {
  const met = new Set<number>();
  const add = (book: string) => {
    const index = bookIndex.get(book);
    if (index !== undefined) met.add(index);
  };
  if (first !== null) add(first);
  for (const place of places)
    if (place.askedFrom !== null && place.askedFrom <= readTo(place)) add(place.book);
  return [...met].sort((a, b) => a - b);
}

/** Whether a word was met: it stands in a sentence that was read, or no later than the one whose answers its stem was new in. */
function isMet(
  places: readonly WordPlace[],
  { first, first_chapter, first_position }: Awaited<ReturnType<typeof metOf>>[number],
  readTo: ReadTo,
): boolean {
  return places.some(place => {
    const isFirst = place.book === first && place.chapter === first_chapter;
    return place.from <= Math.max(readTo(place), isFirst ? (first_position ?? 0) : 0);
  });
}

interface Owner {
  readonly learner: string;
  readonly language: string;
  readonly epoch: number;
}

/** Fragments looked at for each dictionary form that is wanted: a sentence asks for many at once, and half of them are endings. */
const LOOKED_AT = 20;

/**
 * The fragments of the dictionary forms that were met last, by language: their stems, and the endings of their words. They were
 * met later than all others: of what was met in one moment all is told, or nothing.
 */
async function newestOf(
  snapshot: Kysely<Queried>,
  owners: readonly Owner[],
  lexicon: Lexicon,
  wanted: number,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const found: { readonly language: string; readonly form: string; readonly met: number }[] = [];
  let since = 0;
  for (const { learner, language, epoch } of owners) {
    const last = await snapshot
      .selectFrom('read_models.fragment_histories as history')
      .innerJoin('read_models.vocabulary_entries as entry', join =>
        join
          .onRef('entry.fragment', '=', 'history.fragment')
          .on('entry.learner', '=', learner)
          .on('entry.language', '=', language)
          .on('entry.epoch', '=', epoch),
      )
      .select(['history.fragment', sql<number>`extract(epoch from history.last_met_at)::int4`.as('met')])
      .where('history.learner', '=', learner)
      .where('history.language', '=', language)
      .where('history.epoch', '=', epoch)
      .where('history.last_met_at', 'is not', null)
      .where('entry.level', '<>', 'new')
      .orderBy('history.last_met_at', 'desc')
      .limit(LOOKED_AT * wanted)
      .execute();
    // What else was met in the last moment that was looked at may be missing.
    if (last.length === LOOKED_AT * wanted) since = Math.max(since, last.at(-1)?.met ?? 0);
    for (const { fragment, met } of last) {
      const described = lexicon.fragments.get(fragment);
      if (described && !described.ending) found.push({ language, form: formOf(described), met });
    }
  }
  const times = found.filter(({ met }) => met > since).sort((a, b) => b.met - a.met);
  // The last one whose moment is told, too.
  const until = times[wanted - 1]?.met ?? 0;
  const told = Map.groupBy(
    times.filter(({ met }) => met >= until),
    ({ language }) => language,
  );
  return new Map(
    told.entries().map(([language, some]) => {
      const forms = new Set(some.map(({ form }) => form));
      const stems = [...forms].flatMap(form => lexicon.forms.get(form) ?? []);
      const endings = stems.flatMap(stem => lexicon.words.get(stem)?.flatMap(({ endings }) => endings) ?? []);
      return [language, [...new Set([...stems, ...endings])]];
    }),
  );
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
    .leftJoin('sentences as origin', 'origin.id', 'entry.met_in')
    .select([
      'entry.fragment',
      'entry.level',
      'origin.book_id as first',
      'origin.chapter as first_chapter',
      'origin.position as first_position',
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

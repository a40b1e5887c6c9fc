import type { Kysely } from 'kysely';
import { percentRead } from '../domain/reading/progress.ts';
import type { ReplyOf } from '../facade/endpoint.ts';
import type { profile } from '../facade/users.ts';
import type { Queried } from './consistency.ts';

type ProgressByBook = ReplyOf<typeof profile>['bookProgress'];
type LastRead = ReplyOf<typeof profile>['lastRead'];

/** Projections that `bookProgressOf` reads. */
export const progressProjections = ['book-progress', 'vocabulary-entries'] as const;

/**
 * By book, then chapter: the sentence to read next, or 'finished' (spec 3, lastRead). When an edition dropped that sentence,
 * the one that is in its place now.
 */
export async function lastReadOf(snapshot: Kysely<Queried>, learner: string): Promise<LastRead> {
  const rows = await snapshot
    .selectFrom('read_models.reading_positions as place')
    .leftJoin('sentences as next', join =>
      join
        .onRef('next.id', '=', 'place.next_sentence')
        .onRef('next.book_id', '=', 'place.book')
        .onRef('next.chapter', '=', 'place.chapter')
        .on('next.retired', '=', false),
    )
    .leftJoinLateral(
      query =>
        query
          .selectFrom('sentences')
          .select('id')
          .whereRef('book_id', '=', 'place.book')
          .whereRef('chapter', '=', 'place.chapter')
          .where('retired', '=', false)
          .where(({ eb, ref }) => eb('position', '<=', eb(ref('place.position'), '+', 1)))
          .orderBy('position', 'desc')
          .limit(1)
          .as('there'),
      join => join.onTrue(),
    )
    .select(['place.book', 'place.chapter', 'place.finished', 'next.id as next', 'there.id as there'])
    .where('place.learner', '=', learner)
    .execute();
  const lastRead: LastRead = {};
  for (const { book, chapter, finished, next, there } of rows) {
    const sentence = finished ? 'finished' : (next ?? there);
    if (sentence !== null) lastRead[book] = { ...lastRead[book], [chapter]: sentence };
  }
  return lastRead;
}

/**
 * Progress by book (spec 3, bookProgress), in percent with one decimal: read sentences from the read models, totals and
 * fragments from the catalogue.
 */
export async function bookProgressOf(snapshot: Kysely<Queried>, learner: string): Promise<ProgressByBook> {
  const chapters = await readChapters(snapshot, learner);
  const known = await knownShares(snapshot, learner);
  const progress: ProgressByBook = {};
  for (const [book, rows] of Map.groupBy(chapters, ({ bookId }) => bookId)) {
    const total = rows.reduce((sum, row) => sum + row.total, 0);
    const read = rows.reduce((sum, row) => sum + sentencesRead(row), 0);
    progress[book] = {
      percentRead: percentRead(read + 1, total),
      percentKnown: known.get(book) ?? 0,
      chapters: Object.fromEntries(
        rows.map(row => [
          row.chapter,
          percentRead(row.finished ? 'finished' : sentencesRead(row) + 1, row.total),
        ]),
      ),
    };
  }
  return progress;
}

/** A chapter that an edition shortened is complete only when it is finished. */
function sentencesRead({
  read,
  total,
  finished,
}: {
  read: number;
  total: number;
  finished: boolean;
}): number {
  return finished ? total : Math.min(read, total - 1);
}

/** Every available chapter with its number of sentences and how many of them the learner has read. */
async function readChapters(snapshot: Kysely<Queried>, learner: string) {
  const rows = await snapshot
    .selectFrom('sentences')
    .leftJoin('read_models.book_progress as progress', join =>
      join
        .onRef('progress.book', '=', 'sentences.book_id')
        .onRef('progress.chapter', '=', 'sentences.chapter')
        .on('progress.learner', '=', learner),
    )
    .where('sentences.retired', '=', false)
    .groupBy(['sentences.book_id', 'sentences.chapter', 'progress.sentences_read', 'progress.finished_at'])
    .orderBy('sentences.book_id')
    .orderBy('sentences.chapter')
    .select(({ fn }) => [
      'sentences.book_id as bookId',
      'sentences.chapter',
      'progress.sentences_read',
      'progress.finished_at',
      fn.countAll<string>().as('total'),
    ])
    .execute();
  return rows.map(({ bookId, chapter, sentences_read, finished_at, total }) => ({
    bookId,
    chapter,
    read: sentences_read ?? 0,
    finished: finished_at !== null,
    total: Number(total),
  }));
}

/** Share of each book's distinct fragments that have level IV in the learner's current epoch. */
async function knownShares(snapshot: Kysely<Queried>, learner: string): Promise<ReadonlyMap<string, number>> {
  const rows = await snapshot
    .selectFrom('chapter_fragments as asked')
    .innerJoin('fragments', 'fragments.id', 'asked.fragment_id')
    .leftJoin('read_models.vocabulary_epochs as now', join =>
      join.onRef('now.language', '=', 'fragments.language_id').on('now.learner', '=', learner),
    )
    .leftJoin('read_models.vocabulary_entries as entry', join =>
      join
        .onRef('entry.learner', '=', 'now.learner')
        .onRef('entry.language', '=', 'now.language')
        .onRef('entry.epoch', '=', 'now.epoch')
        .onRef('entry.fragment', '=', 'fragments.id')
        .on('entry.level', '=', 'IV'),
    )
    .groupBy('asked.book_id')
    .select(({ fn }) => [
      'asked.book_id as bookId',
      fn.count<string>('asked.fragment_id').distinct().as('all'),
      fn.count<string>('entry.fragment').distinct().as('known'),
    ])
    .execute();
  return new Map(
    rows.map(({ bookId, all, known }) => [bookId, Math.round((Number(known) / Number(all)) * 1000) / 10]),
  );
}

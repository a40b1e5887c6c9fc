import type { Kysely } from 'kysely';
import { percentRead } from '../domain/reading/progress.ts';
import type { ReplyOf } from '../facade/endpoint.ts';
import type { profile } from '../facade/users.ts';
import type { Queried } from './consistency.ts';

type ProgressByBook = ReplyOf<typeof profile>['bookProgress'];
type LastRead = ReplyOf<typeof profile>['lastRead'];

/** Projections that `bookProgressOf` and `lastReadOf` look at. */
export const progressProjections = ['reading-positions', 'vocabulary-entries'] as const;

/** By book, then chapter: the sentence to read next, or 'finished' (spec 3, lastRead). */
export async function lastReadOf(snapshot: Kysely<Queried>, learner: string): Promise<LastRead> {
  const rows = await snapshot
    .selectFrom('read_models.reading_positions')
    .select(['book', 'chapter', 'next_sentence', 'finished'])
    .where('learner', '=', learner)
    .execute();
  const lastRead: LastRead = {};
  for (const { book, chapter, next_sentence, finished } of rows) {
    const next = finished ? 'finished' : next_sentence;
    if (next === null) continue;
    lastRead[book] = { ...lastRead[book], [chapter]: next };
  }
  return lastRead;
}

/**
 * Progress by book (spec 3, bookProgress): what was read comes from the read models, totals and the fragments of a book
 * from the catalogue. All in percent with one decimal.
 */
export async function bookProgressOf(snapshot: Kysely<Queried>, learner: string): Promise<ProgressByBook> {
  const [chapters, known] = [await readChapters(snapshot, learner), await knownShares(snapshot, learner)];
  const progress: ProgressByBook = {};
  for (const [book, share] of known) progress[book] = { percentRead: 0, percentKnown: share, chapters: {} };
  for (const [book, rows] of Map.groupBy(chapters, ({ bookId }) => bookId)) {
    const total = rows.reduce((sum, row) => sum + row.total, 0);
    const read = rows.reduce(
      (sum, row) => sum + (row.finished ? row.total : Math.min(row.read, row.total)),
      0,
    );
    progress[book] = {
      percentRead: percentRead(read + 1, total),
      percentKnown: progress[book]?.percentKnown ?? 0,
      chapters: Object.fromEntries(
        rows.map(row => [
          row.chapter,
          percentRead(row.finished ? 'finished' : Math.min(row.read, row.total) + 1, row.total),
        ]),
      ),
    };
  }
  return progress;
}

/** Every available chapter with its number of sentences and how many of them the learner has read. */
async function readChapters(snapshot: Kysely<Queried>, learner: string) {
  const rows = await snapshot
    .selectFrom('sentences')
    .leftJoin('read_models.reading_positions as place', join =>
      join
        .onRef('place.book', '=', 'sentences.book_id')
        .onRef('place.chapter', '=', 'sentences.chapter')
        .on('place.learner', '=', learner),
    )
    .where('sentences.retired', '=', false)
    .groupBy(['sentences.book_id', 'sentences.chapter', 'place.position', 'place.finished'])
    .orderBy('sentences.book_id')
    .orderBy('sentences.chapter')
    .select(({ fn }) => [
      'sentences.book_id as bookId',
      'sentences.chapter',
      'place.position',
      'place.finished',
      fn.countAll<string>().as('total'),
    ])
    .execute();
  return rows.map(({ bookId, chapter, position, finished, total }) => ({
    bookId,
    chapter,
    read: position ?? 0,
    finished: finished ?? false,
    total: Number(total),
  }));
}

/** Share of each book's distinct fragments that stand at IV in the learner's present epoch. */
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

import { type Kysely, sql } from 'kysely';
import { lruCache } from '../../caching/lru-cache.ts';
import { groupedLookup, inOrder } from '../../database/grouped-lookup.ts';
import type { Database } from '../../database/tables.ts';
import { mayOpen, subscriptionRequired } from '../../domain/catalogue/access.ts';
import { type Refusal, refuse } from '../../domain/refusal.ts';
import type { Caller } from '../../facade/express/api.ts';

/** A chapter whose content is in the catalogue. */
export interface AvailableChapter {
  readonly bookId: string;
  readonly number: number;
  readonly languageId: string;
  readonly contentVersion: string;
}

/** Finds a chapter with content, or refuses with what is unknown: the book or the chapter. */
export type FindChapter = (bookId: string, number: number) => Promise<AvailableChapter | Refusal>;

interface FoundChapter {
  readonly nth: number;
  readonly language_id: string;
  readonly content_version: string | null;
}

/** What commands look up of chapters. There is one in a process, so that calls at the same time share a query (decision 60). */
export interface Chapters {
  readonly find: FindChapter;
  /** Ids of a chapter's sentences in order, cached until it has another edition. */
  readonly sentencesOf: (chapter: AvailableChapter) => Promise<readonly string[]>;
}

export function chaptersIn(db: Kysely<Database>): Chapters {
  return { find: chapterFinder(db), sentencesOf: sentencesOfChapter(db) };
}

function chapterFinder(db: Kysely<Database>): FindChapter {
  const lookup = groupedLookup(async (asked: readonly (readonly [book: string, number: number])[]) => {
    const { rows } = await sql<FoundChapter>`
      select asked.nth::int4, books.language_id, chapters.content_version
      from unnest(${asked.map(([book]) => book)}::text[], ${asked.map(([, number]) => number)}::int4[])
        with ordinality as asked(book, number, nth)
      join books on books.id = asked.book and not books.withheld
      left join chapters on chapters.book_id = books.id and chapters.number = asked.number
    `.execute(db);
    return inOrder(asked, rows);
  });
  return async (bookId, number) => {
    const found = await lookup([bookId, number]);
    if (!found) return refuse('unknown book', { field: 'bookId', because: 'missing' });
    if (found.content_version === null)
      return refuse('unknown chapter', { field: 'chapter', because: 'missing' });
    return { bookId, number, languageId: found.language_id, contentVersion: found.content_version };
  };
}

/** Chapters whose sentences are cached, by edition. */
const CACHED_CHAPTERS = 200;

function sentencesOfChapter(db: Kysely<Database>): Chapters['sentencesOf'] {
  const cache = lruCache<readonly string[]>(CACHED_CHAPTERS);
  return async ({ bookId, number, contentVersion }) => {
    const key = [bookId, number, contentVersion].join(' ');
    const cached = cache.get(key);
    if (cached) return cached;
    const rows = await db
      .selectFrom('sentences')
      .innerJoin('chapters', join =>
        join
          .onRef('chapters.book_id', '=', 'sentences.book_id')
          .onRef('chapters.number', '=', 'sentences.chapter'),
      )
      .select(['sentences.id', 'chapters.content_version'])
      .where('sentences.book_id', '=', bookId)
      .where('sentences.chapter', '=', number)
      .where('retired', '=', false)
      .orderBy('position')
      .execute();
    const ids = rows.map(({ id }) => id);
    // Not cached when the chapter was corrected in between: the key names the earlier edition.
    if (rows[0]?.content_version === contentVersion) cache.set(key, ids);
    return ids;
  };
}

export type IsSubscribed = (accountId: string) => Promise<boolean>;

/** The refusal (402) of a chapter that must be subscribed to (spec 6), or undefined when the caller may open it. */
export async function refuseUnpaid(
  isSubscribed: IsSubscribed,
  { id, roles }: Caller,
  chapter: number,
): Promise<Refusal | undefined> {
  if (mayOpen(chapter, { roles, subscribed: false })) return undefined;
  if (mayOpen(chapter, { roles, subscribed: await isSubscribed(id) })) return undefined;
  return subscriptionRequired;
}

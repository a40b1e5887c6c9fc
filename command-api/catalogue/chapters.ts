import type { Kysely } from 'kysely';
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
export async function findChapter(
  db: Kysely<Database>,
  bookId: string,
  number: number,
): Promise<AvailableChapter | Refusal> {
  const found = await db
    .selectFrom('books')
    .leftJoin('chapters', join =>
      join.onRef('chapters.book_id', '=', 'books.id').on('chapters.number', '=', number),
    )
    .select(['books.language_id', 'chapters.content_version'])
    .where('books.id', '=', bookId)
    .where('books.withheld', '=', false)
    .executeTakeFirst();
  if (!found) return refuse('unknown book', { field: 'bookId', because: 'missing' });
  if (found.content_version === null)
    return refuse('unknown chapter', { field: 'chapter', because: 'missing' });
  return { bookId, number, languageId: found.language_id, contentVersion: found.content_version };
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

import type { Kysely } from 'kysely';
import type { Database } from '../database/tables.ts';
import { type Refusal, refuse } from '../domain/refusal.ts';
import type { Caller } from '../facade/express/api.ts';
import { refuseUnpaid } from './access.ts';
import type { ReadModels } from './consistency.ts';

export interface ChapterDependencies {
  readonly db: Kysely<Database>;
  readonly read: ReadModels;
}

export interface OpenedChapter {
  readonly bookId: string;
  readonly bookTitle: string;
  readonly language: string;
  readonly number: number;
}

/** The chapter, or a refusal: book or chapter do not exist (404), or it needs a subscription (402). */
export async function openChapter(
  { db, read }: ChapterDependencies,
  caller: Caller,
  number: number,
  book: { readonly id: string } | { readonly title: string },
): Promise<OpenedChapter | Refusal> {
  const found = await db
    .selectFrom('books')
    .innerJoin('languages', 'languages.id', 'books.language_id')
    .leftJoin('chapters', join =>
      join.onRef('chapters.book_id', '=', 'books.id').on('chapters.number', '=', number),
    )
    .select(['books.id', 'books.title', 'languages.name', 'chapters.content_version'])
    .where('books.withheld', '=', false)
    .where('id' in book ? 'books.id' : 'books.title', '=', 'id' in book ? book.id : book.title)
    .executeTakeFirst();
  // Field names as in the addresses: by id the chapter is a part of its own, by title it is in the folder.
  const fields =
    'id' in book ? { book: 'bookId', chapter: 'chapter' } : { book: 'bookTitle', chapter: 'folder' };
  if (!found) return refuse('unknown book', { field: fields.book, because: 'missing' });
  if (found.content_version === null)
    return refuse('unknown chapter', { field: fields.chapter, because: 'missing' });
  const unpaid = await refuseUnpaid(read, caller, number);
  if (unpaid) return unpaid;
  return {
    bookId: found.id,
    bookTitle: found.title,
    language: found.name,
    number,
  };
}

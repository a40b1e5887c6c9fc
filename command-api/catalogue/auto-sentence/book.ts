import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../database/tables.ts';
import { isRefusal, type Refusal, refuse } from '../../../domain/refusal.ts';
import type { AutoSentence } from '../../../facade/auto-sentence.ts';

/** The book of a sentence. */
export interface BookInPlace {
  readonly id: string;
  readonly languageId: string;
  /** Of the sentence's chapter. */
  readonly chapterTitle: string;
}

/** Finds the book by its title; if the file contains the book, adds it and the titles of its chapters. */
export async function bookOf(
  trx: Kysely<Database>,
  { meta }: AutoSentence,
  commandId: string,
): Promise<BookInPlace | Refusal> {
  const found =
    (await trx
      .selectFrom('books')
      .select(['id', 'language_id', 'origin'])
      .where('title', '=', meta.bookTitle)
      .executeTakeFirst()) ?? (await addBook(trx, meta, commandId));
  if (isRefusal(found)) return found;
  if (found.origin === 'admin') await putTitles(trx, found.id, meta);
  const chapter = await trx
    .selectFrom('chapters')
    .select('title')
    .where('book_id', '=', found.id)
    .where('number', '=', meta.chapter)
    .executeTakeFirst();
  const chapterTitle = meta.chapterTitle ?? chapter?.title;
  if (chapterTitle === undefined)
    return refuse('meta.chapterTitle is required', {
      field: 'meta.chapterTitle',
      verbose: `The book has no chapter ${meta.chapter} yet: give its title.`,
    });
  return { id: found.id, languageId: found.language_id, chapterTitle };
}

async function addBook(trx: Kysely<Database>, { book, bookTitle }: AutoSentence['meta'], commandId: string) {
  if (!book)
    return refuse('unknown book', {
      field: 'meta.bookTitle',
      because: 'missing',
      verbose: `There is no book ${bookTitle}: add it first.`,
    });
  const language = await languageOf(trx, book.language, commandId);
  if (isRefusal(language)) return language;
  const row = { id: book._id ?? commandId, language_id: language, origin: 'admin' as const };
  const added = await trx
    .insertInto('books')
    .values({
      ...row,
      title: bookTitle,
      author: book.author,
      published: book.publishedDate || null,
      reading_level: book.readingLevel || null,
      chapter_count: 0,
    })
    .onConflict(conflict => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!added)
    return refuse('duplicate book', {
      field: 'meta.book._id',
      because: 'conflict',
      verbose: `The id ${row.id} is that of another book.`,
    });
  return row;
}

async function languageOf(
  trx: Kysely<Database>,
  { _id, name, isoCode }: { _id?: string | undefined; name: string; isoCode?: string | null | undefined },
  commandId: string,
): Promise<string | Refusal> {
  const found = await trx.selectFrom('languages').select('id').where('name', '=', name).executeTakeFirst();
  if (found) return found.id;
  const added = await trx
    .insertInto('languages')
    .values({ id: _id ?? commandId, name, iso_code: isoCode || null })
    .onConflict(conflict => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return (
    added?.id ??
    refuse('duplicate language', {
      field: 'meta.book.language._id',
      because: 'conflict',
      verbose: `The id ${_id ?? commandId} is that of another language.`,
    })
  );
}

/** Titles and introductions of chapters that the book does not have yet. */
async function putTitles(
  trx: Kysely<Database>,
  bookId: string,
  { book }: AutoSentence['meta'],
): Promise<void> {
  const titles = book?.chapterTitles ?? [];
  if (titles.length === 0) return;
  const chapters = titles.map((title, index) => ({
    number: index + 1,
    title,
    introduction: book?.introductions?.[String(index + 1)] ?? null,
  }));
  await sql`
    insert into chapters (book_id, number, title, introduction)
    select ${bookId}, number, title, introduction
    from jsonb_to_recordset(${JSON.stringify(chapters)}::jsonb) as given(number integer, title text, introduction text)
    on conflict do nothing
  `.execute(trx);
  await sql`
    update books set chapter_count = greatest(chapter_count, ${titles.length}::integer) where id = ${bookId}
      and chapter_count < ${titles.length}::integer
  `.execute(trx);
}

import type { Kysely } from 'kysely';
import type * as z from 'zod/mini';
import type { Database } from '../database/tables.ts';
import { easiestFirst } from '../domain/catalogue/reading-order.ts';
import { refuse } from '../domain/refusal.ts';
import { type Book, book, books } from '../facade/books.ts';
import type { Serve } from '../facade/express/api.ts';

/** All books with their chapters, also those without content (spec 2, Library), the easiest first. */
export function serveBooks(serve: Serve, { db }: { readonly db: Kysely<Database> }): void {
  serve(books, async () => booksIn(db));
  serve(book, async ({ params }) => {
    const [found] = await booksIn(db, params.id);
    return found ?? refuse('unknown book', { field: 'id', because: 'missing' });
  });
}

async function booksIn(db: Kysely<Database>, id?: string): Promise<z.output<typeof Book>[]> {
  const found = await db
    .selectFrom('books')
    .innerJoin('languages', 'languages.id', 'books.language_id')
    .select([
      'books.id',
      'title',
      'author',
      'published',
      'reading_level as readingLevel',
      'language_id',
      'languages.name as language',
    ])
    .where('books.withheld', '=', false)
    .$if(id !== undefined, query => query.where('books.id', '=', id ?? ''))
    .execute();
  const chapters = await db
    .selectFrom('chapters')
    .leftJoin('sentences', join =>
      join
        .onRef('sentences.book_id', '=', 'chapters.book_id')
        .onRef('sentences.chapter', '=', 'chapters.number')
        .on('sentences.retired', '=', false),
    )
    .$if(id !== undefined, query => query.where('chapters.book_id', '=', id ?? ''))
    .groupBy(['chapters.book_id', 'chapters.number'])
    .orderBy('chapters.number')
    .select(({ fn }) => [
      'chapters.book_id as bookId',
      'chapters.number',
      'chapters.title',
      'chapters.introduction',
      'chapters.available',
      fn.count<string>('sentences.id').as('total'),
    ])
    .execute();
  const byBook = Map.groupBy(chapters, chapter => chapter.bookId);
  return found
    .toSorted(easiestFirst)
    .map(({ id, title, author, published, readingLevel, language_id, language }) => ({
      _id: id,
      id,
      title,
      author,
      language: { id: language_id, name: language },
      published,
      readingLevel,
      chapters: (byBook.get(id) ?? []).map(({ number, title, introduction, available, total }) => ({
        number,
        title,
        total: available ? Number(total) : 0,
        free: number === 1,
        available,
        introduction,
      })),
    }));
}

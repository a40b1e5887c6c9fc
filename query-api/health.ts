import type { Kysely } from 'kysely';
import type { Database } from '../database/tables.ts';
import { sentenceKey } from '../domain/catalogue/keys.ts';
import { refuse } from '../domain/refusal.ts';
import { checkHealth } from '../facade/books.ts';
import type { Serve } from '../facade/express/api.ts';

/** Which places of a book have no sentence although a later one of their chapter has (spec 7, check-health). */
export function serveHealth(serve: Serve, db: Kysely<Database>): void {
  serve(checkHealth, async ({ query: { bookTitle } }) => {
    const book = await db.selectFrom('books').select('id').where('title', '=', bookTitle).executeTakeFirst();
    if (!book)
      return refuse('unknown book', {
        field: 'bookTitle',
        because: 'missing',
        verbose: `There is no book ${bookTitle}.`,
      });
    const sentences = await db
      .selectFrom('sentences')
      .select(['part', 'chapter', 'section', 'position'])
      .where('book_id', '=', book.id)
      .where('retired', '=', false)
      .orderBy('chapter')
      .orderBy('position')
      .execute();
    const message: string[] = [];
    let expected = { chapter: -1, position: 1 };
    for (const sentence of sentences) {
      if (sentence.chapter !== expected.chapter) expected = { chapter: sentence.chapter, position: 1 };
      for (let position = expected.position; position < sentence.position; position++)
        message.push(sentenceKey(bookTitle, { ...sentence, position }));
      expected = { chapter: sentence.chapter, position: sentence.position + 1 };
    }
    return { message, total: message.length, isError: false };
  });
}

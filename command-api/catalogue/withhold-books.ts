import type { Kysely } from 'kysely';
import type { Database } from '../../database/tables.ts';

/**
 * Withholds exactly the books with these titles: they are not listed and cannot be opened. Learners keep their progress and
 * their levels.
 * @param report receives titles that no book has
 */
export async function withholdBooks(
  db: Kysely<Database>,
  titles: readonly string[],
  report: (line: string) => void,
): Promise<void> {
  const books = await db.selectFrom('books').select(['id', 'title', 'withheld']).execute();
  for (const title of titles)
    if (!books.some(book => book.title === title)) report(`no book that could be left out is '${title}'`);
  for (const { id, title, withheld } of books)
    if (withheld !== titles.includes(title))
      await db.updateTable('books').set({ withheld: !withheld }).where('id', '=', id).execute();
}

import type { Kysely } from 'kysely';
import type { Database } from '../database/tables.ts';
import { easiestFirst } from '../domain/catalogue/reading-order.ts';

/** The books that are not withheld, in the order in which every page shows them. */
export async function shelf(
  db: Pick<Kysely<Database>, 'selectFrom'>,
): Promise<readonly { readonly id: string; readonly title: string }[]> {
  const books = await db
    .selectFrom('books')
    .select(['id', 'title', 'reading_level as readingLevel'])
    .where('withheld', '=', false)
    .execute();
  return books.toSorted(easiestFirst).map(({ id, title }) => ({ id, title }));
}

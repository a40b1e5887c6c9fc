import { type Book, type Profile, unfinishedChapter } from '../library/shelf.ts';
import type { NextToRead } from './ContinueReading.tsx';

/**
 * The first open chapter that is not finished, preferably of a book that was begun. Undefined if there is none; the library
 * then shows what is locked.
 */
export function nextToRead(
  books: readonly Book[] | undefined,
  profile: Profile | undefined,
): NextToRead | undefined {
  if (!books || !profile) return undefined;
  const begun = books.filter(({ id }) => profile.lastRead[id] !== undefined);
  for (const book of [...begun, ...books]) {
    const next = unfinishedChapter(book, profile);
    if (next) return { to: `/sv/${book.id}/${next.number}`, title: book.title, chapter: next.number };
  }
  return undefined;
}

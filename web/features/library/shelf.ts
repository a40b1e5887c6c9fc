import { mayOpen } from '../../../domain/catalogue/access.ts';
import type { books } from '../../../facade/books.ts';
import type { ReplyOf } from '../../../facade/endpoint.ts';
import type { profile } from '../../../facade/users.ts';

export type Book = ReplyOf<typeof books>[number];
export type Chapter = Book['chapters'][number];
export type Profile = ReplyOf<typeof profile>;

/** A chapter's availability for this learner (spec 6). */
export type Offer = 'coming soon' | 'subscribe' | 'open';

export function offerOf(chapter: Chapter, { roles, activeSubscription }: Profile): Offer {
  if (!chapter.available) return 'coming soon';
  return mayOpen(chapter.number, { roles, subscribed: activeSubscription }) ? 'open' : 'subscribe';
}

/** Percent read of a chapter, 0 when it was never opened. */
export function percentOf(book: Book, chapter: Chapter, { bookProgress }: Profile): number {
  return bookProgress[book.id]?.chapters[String(chapter.number)] ?? 0;
}

/** The chapter to continue with: the first open unfinished one, else the first; undefined when none is open. */
export function nextChapter(book: Book, profile: Profile): Chapter | undefined {
  return (
    unfinishedChapter(book, profile) ?? book.chapters.find(chapter => offerOf(chapter, profile) === 'open')
  );
}

/** The first chapter that is open and not finished. */
export function unfinishedChapter(book: Book, profile: Profile): Chapter | undefined {
  return book.chapters.find(
    chapter => offerOf(chapter, profile) === 'open' && percentOf(book, chapter, profile) < 100,
  );
}

export function hasBegun(book: Book, { lastRead }: Profile): boolean {
  return Object.keys(lastRead[book.id] ?? {}).length > 0;
}

/** Available books come first; else as the server orders them, the easiest first. */
export function shelved(books: readonly Book[]): readonly Book[] {
  const isThere = ({ chapters }: Book) => chapters.some(({ available }) => available);
  return [...books.filter(isThere), ...books.filter(book => !isThere(book))];
}

/** The label of the button to the text. */
export function wayIn(book: Book, chapter: Chapter, profile: Profile): string {
  if (percentOf(book, chapter, profile) === 100) return `Read chapter ${chapter.number} again`;
  return `${hasBegun(book, profile) ? 'Continue' : 'Start'} chapter ${chapter.number}`;
}

import type { ChapterContent, LibraryContent } from '../domain/catalogue/catalogue.ts';

/** A chapter as the editors' reports name it: title of the book and number, 'Platero y Yo 2'. */
export function chapterName({ chapter }: ChapterContent, { books }: Pick<LibraryContent, 'books'>): string {
  return `${books.find(({ id }) => id === chapter.bookId)?.title} ${chapter.number}`;
}

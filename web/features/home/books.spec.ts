import { expect, test } from 'vitest';
import { easiestFirst } from '../../../domain/catalogue/reading-order.ts';
import { books } from './books.ts';

test('the home page shows the books in the order of the library, and advises to begin with its first', () => {
  const inOrder = books.map(book => ({ ...book, readingLevel: book.level })).toSorted(easiestFirst);
  expect(books.map(({ title }) => title)).toEqual(inOrder.map(({ title }) => title));
  expect(books.map(({ about }) => about.includes('Begin here'))).toEqual([true, false]);
});

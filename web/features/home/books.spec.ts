import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { easiestFirst } from '../../../domain/catalogue/reading-order.ts';
import { noSiteLinks } from '../../../facade/site.ts';
import { books, readyAt } from './books.ts';

test('the home page shows the books in the order of the library, and advises to begin with its first', () => {
  const inOrder = books.map(book => ({ ...book, readingLevel: book.level })).toSorted(easiestFirst);
  expect(books.map(({ title }) => title)).toEqual(inOrder.map(({ title }) => title));
  expect(books.map(({ about }) => about.includes('Begin here'))).toEqual([true, false]);
});

test('the offer counts the chapters that the library has', () => {
  const counts = globSync('library/sources/*/*/book.txt').map(file => {
    const text = readFileSync(file, 'utf8');
    const field = (name: string) => new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1];
    const ready = globSync(file.replace(/book\.txt$/, '[0-9][0-9]-*.txt')).length;
    return `${field('title')} ${ready} of ${field('chapters')}`;
  });
  const site = { links: noSiteLinks, price: '$14.99 / month' };
  expect(readyAt(site).split(', ').toSorted()).toEqual(counts.toSorted());
  expect(readyAt({ ...site, withoutBooks: ['Platero y Yo'] })).toMatch(/^Don Quixote \d+ of 52$/);
});

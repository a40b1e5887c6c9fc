import { expect, test } from 'vitest';
import { placeOf, scopeIn } from './scope.ts';

test.each([
  ['day=2026-11-22', 'on 22 November 2026'],
  ['book=b&chapter=2', 'in Platero y Yo, chapter 2'],
  ['fragments=gat', undefined],
  ['', undefined],
])('mistakes of %j were made %s', (address, place) => {
  expect(placeOf(scopeIn(new URLSearchParams(address)), 'Platero y Yo')).toBe(place);
});

test('until the book has loaded, only the chapter is named', () => {
  expect(placeOf({ bookId: 'b', chapter: 2 }, undefined)).toBe('in chapter 2');
});

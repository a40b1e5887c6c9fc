import { expect, test } from 'vitest';
import { seeded } from '../../../../domain/quiz/random.ts';
import { eachOf, PIECE, sorted, whole } from './steps.ts';

test('a sort in pieces keeps the order of equal entries, as a sort of the whole does', () => {
  const random = seeded('entries');
  const entries = Array.from({ length: 5 * PIECE + 7 }, (_, place) => ({
    place,
    by: Math.floor(random() * 20),
  }));
  const compare = (one: { by: number }, other: { by: number }) => one.by - other.by;
  expect(whole(sorted(entries, compare))).toEqual(entries.toSorted(compare));
  expect(whole(sorted([], compare))).toEqual([]);
});

test('work on many entries stops after each piece', () => {
  const entries = Array.from({ length: 2 * PIECE + 1 }, (_, place) => place);
  const seen: number[] = [];
  const steps = eachOf(entries, entry => void seen.push(entry));
  const stops: number[] = [];
  while (!steps.next().done) stops.push(seen.length);
  expect(stops).toEqual([PIECE, 2 * PIECE]);
  expect(seen).toEqual(entries);
});

import { expect, test } from 'vitest';
import { celebrationOf } from './celebration.ts';

const reached = { knownBefore: 249, gained: 2, celebrated: false };

test('a level reached in a sitting is celebrated at its end, and its count is shown after the celebration', () => {
  expect(celebrationOf({ ...reached, over: false })).toEqual({ shown: 249, level: undefined });
  expect(celebrationOf({ ...reached, over: true })).toEqual({ shown: 249, level: 'A0.2' });
  expect(celebrationOf({ ...reached, over: true, celebrated: true })).toEqual({
    shown: 251,
    level: undefined,
  });
});

test('without a new level nothing is celebrated, and the count is shown at once', () => {
  expect(celebrationOf({ ...reached, gained: 2 / 3, over: true })).toEqual({
    shown: 249 + 2 / 3,
    level: undefined,
  });
  expect(celebrationOf({ ...reached, knownBefore: 250, gained: -1, over: true })).toEqual({
    shown: 249,
    level: undefined,
  });
});

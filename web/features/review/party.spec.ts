import { expect, test } from 'vitest';
import { partyOf } from './party.ts';

const reached = { knownBefore: 249, gained: 2, past: false };

test('a level reached in a sitting is celebrated when that is over, and shown after the celebration', () => {
  expect(partyOf({ ...reached, over: false })).toEqual({ shown: 249, level: undefined });
  expect(partyOf({ ...reached, over: true })).toEqual({ shown: 249, level: 'A0.2' });
  expect(partyOf({ ...reached, over: true, past: true })).toEqual({ shown: 251, level: undefined });
});

test('within a level, or when it is lost, nothing is celebrated and the count is shown at once', () => {
  expect(partyOf({ ...reached, gained: 2 / 3, over: true })).toEqual({
    shown: 249 + 2 / 3,
    level: undefined,
  });
  expect(partyOf({ ...reached, knownBefore: 250, gained: -1, over: true })).toEqual({
    shown: 249,
    level: undefined,
  });
});

import { expect, test } from 'vitest';
import { type Page, together } from './summing.ts';
import { changeTexts } from './texts.ts';

const page: Page = {
  next: 'a',
  accounts: 2,
  total: 9,
  vocabularies: 1,
  moves: [['IV', 'II', 3]],
  changes: [0, 0, 1, 0, 0, 0, 0],
  bandsUp: 0,
  bandsDown: 1,
  thirds: [9, 3],
};

test('pages of a preview add up, and the later one says where to go on', () => {
  expect(together(undefined, page)).toEqual(page);
  const last: Page = {
    ...page,
    next: null,
    moves: [
      ['IV', 'II', 1],
      ['III', 'I', 2],
    ],
    total: 10,
  };
  expect(together(page, last)).toEqual({
    next: null,
    accounts: 4,
    total: 10,
    vocabularies: 2,
    moves: [
      ['IV', 'II', 4],
      ['III', 'I', 2],
    ],
    changes: [0, 0, 2, 0, 0, 0, 0],
    bandsUp: 0,
    bandsDown: 2,
    thirds: [18, 6],
  });
});

test('every class of a change has its words', () => {
  expect(changeTexts).toEqual([
    '−100 or more',
    '−99 to −10',
    '−9 to −1',
    'less than 1',
    '+1 to +9',
    '+10 to +99',
    '+100 or more',
  ]);
});

import { expect, test } from 'vitest';
import { minutesFor, nothingToCredit, questionsIn } from './result-counts.ts';

test('the count leaves out known words and those already asked in their sentence, as the reader does', () => {
  const sentences = [
    [['gat', 'plural'], ['gat'], ['duerm']],
    [
      ['gat', 'plural'],
      ['ros', 'plural'],
    ],
  ];
  expect(questionsIn(sentences, new Set())).toBe(4);
  expect(questionsIn(sentences, new Set(['gat', 'plural']))).toBe(2);
  expect(questionsIn(sentences, new Set(['plural', 'gat', 'duerm', 'ros']))).toBe(0);
});

test('minutes are whole numbers', () => {
  expect([minutesFor(0), minutesFor(5), minutesFor(124)]).toEqual([
    'about a minute',
    'about a minute',
    'about 25 minutes',
  ]);
});

test('a learner who already knows words is not told that every word will be asked', () => {
  expect(nothingToCredit(8)).toBe(
    'After 8 questions there is nothing to credit. Every word you do not know yet will be asked when you meet it.',
  );
});

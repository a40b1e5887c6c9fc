import { expect, test } from 'vitest';
import { contentWords } from './content-words.ts';

test('articles, pronouns, prepositions, conjunctions and auxiliaries are function words; adverbs are not', () => {
  expect(
    contentWords('he would not have been among the others who might sing, although they had to'),
  ).toEqual(new Set(['sing']));
  expect(contentWords('never also only hardly already perhaps then').size).toBe(7);
});

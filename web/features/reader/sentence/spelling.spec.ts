import { expect, test } from 'vitest';
import type { ReaderWord } from '../chapter/contents.ts';
import { spelledParts } from './spelling.ts';

const word = (text: string, ...fragments: string[]): ReaderWord => ({
  id: 'w',
  text,
  position: 1,
  leadingPunctuation: '',
  trailingPunctuation: '',
  translation: '',
  modernEquivalent: null,
  skipped: null,
  fragments: fragments.map((spelled, index) => ({
    id: String(index),
    kind: index === 0 ? ('stem' as const) : ('ending' as const),
    text: spelled,
    gloss: '',
    lemma: null,
    note: null,
  })),
});
const texts = (...of: Parameters<typeof word>) => spelledParts(word(...of))?.map(({ text }) => text);

test('a word is split at its fragments, in the spelling of the text', () => {
  expect(texts('Cantábamos', 'cant', '-aba', '-mos')).toEqual(['Cant', 'ába', 'mos']);
  expect(texts('muy', 'muy')).toEqual(['muy']);
});

test('a word is not split at fragments that do not add up to it', () => {
  expect(texts('cantaba', 'cant', '-ab')).toBeUndefined();
  expect(texts('cant', 'cant', '-o')).toBeUndefined();
});

import { expect, test } from 'vitest';
import { type SpokenWord, spokenText, wordAt, wordAtShare } from './timings.ts';

const word = (text: string, before = '', behind = ''): SpokenWord => ({
  id: text,
  text,
  leadingPunctuation: before,
  trailingPunctuation: behind,
});
const words = [word('Ve', '—¿'), word('usted', '', '?'), word('Mariposas', '', '...'), word('blancas')];

test("a voice's character position gives the word there", () => {
  const { text, starts } = spokenText(words);
  expect(text).toBe('—¿Ve usted? Mariposas... blancas');
  expect(starts.map(start => text.slice(start).split(/[ ?.]/)[0])).toEqual([
    'Ve',
    'usted',
    'Mariposas',
    'blancas',
  ]);
  expect(wordAt(starts, 0)).toBe(-1);
  expect(wordAt(starts, text.indexOf('usted'))).toBe(1);
  expect(wordAt(starts, text.indexOf('usted') + 3)).toBe(1);
  expect(wordAt(starts, text.length)).toBe(3);
});

test('in a recording every word gets its time in order, longer words and pauses more', () => {
  const said = Array.from({ length: 1000 }, (_, at) => wordAtShare(words, at / 1000));
  expect(said).toEqual(said.toSorted((a, b) => a - b));
  const turns = words.map((_, index) => said.filter(one => one === index).length);
  expect(Math.min(...turns)).toBeGreaterThan(0);
  expect(turns[2]).toBeGreaterThan(turns[3] ?? 0);
  expect(turns[1]).toBeGreaterThan(turns[0] ?? 0);
  expect(wordAtShare(words, 1)).toBe(3);
});

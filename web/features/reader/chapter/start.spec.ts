import { expect, test } from 'vitest';
import { startIndex, startSummary, storySoFar } from './start.ts';

const sentences = ['a', 'b', 'c', 'd', 'e'].map(id => ({ id, summary: id === 'b' ? null : `story ${id}` }));

test('reading starts at last read, otherwise at the first sentence; a finished chapter opens at the last', () => {
  expect(startIndex(sentences, 'c')).toBe(2);
  expect(startIndex(sentences, undefined)).toBe(0);
  expect(startIndex(sentences, 'gone')).toBe(0);
  expect(startIndex(sentences, 'finished')).toBe(4);
});

test('the introduction is shown below the fourth sentence of chapter 1 and the second of others', () => {
  const kind = (chapter: number, index: number) =>
    startSummary(sentences, { index, chapter, introduction: 'intro' })?.kind;
  expect([0, 3, 4].map(index => kind(1, index))).toEqual(['introduction', 'introduction', 'previously']);
  expect([0, 1, 2].map(index => kind(2, index))).toEqual(['introduction', 'introduction', 'previously']);
});

test('the story is that of the previous sentence, or of the nearest earlier one', () => {
  const told = (index: number) => startSummary(sentences, { index, chapter: 3, introduction: null });
  expect(told(1)).toEqual({ kind: 'previously', text: 'story a' });
  expect(told(2)).toEqual({ kind: 'previously', text: 'story a' });
  expect(told(4)).toEqual({ kind: 'previously', text: 'story d' });
  expect(told(0)).toBeUndefined();
  expect(storySoFar([{ summary: null }], 0)).toBeNull();
});

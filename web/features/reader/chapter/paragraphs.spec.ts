import { expect, test } from 'vitest';
import { newWords } from './new-words.ts';
import { paragraphsOf } from './paragraphs.ts';

test('a chapter is split into its paragraphs, and begins with one', () => {
  const sentences = [false, false, true, false, true].map(newParagraph => ({ newParagraph }));
  expect(paragraphsOf(sentences)).toEqual([
    { from: 0, to: 2 },
    { from: 2, to: 4 },
    { from: 4, to: 5 },
  ]);
  expect(paragraphsOf([])).toEqual([]);
});

test('a word is new where a new stem first occurs', () => {
  const word = (id: string, stem: string, skipped: 'proper noun' | null = null) => ({
    id,
    text: id,
    position: 1,
    leadingPunctuation: '',
    trailingPunctuation: '',
    translation: '',
    modernEquivalent: null,
    skipped,
    fragments: [{ id: stem, kind: 'stem' as const, text: stem, gloss: '', lemma: null, note: null }],
  });
  const words = [word('a', 'gat'), word('b', 'gat'), word('c', 'perr'), word('d', 'Ana', 'proper noun')];
  expect([...newWords([{ words }], new Set(['gat', 'Ana']))]).toEqual(['a']);
});

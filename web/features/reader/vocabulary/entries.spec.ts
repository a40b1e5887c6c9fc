import { expect, test } from 'vitest';
import { levelOf } from '../../../../domain/vocabulary/vocabulary.ts';
import { afterCommand, type Entry, entriesWith, judged, vocabularyFrom } from './entries.ts';

const entry = (
  fragment: string,
  level: Entry['level'],
  state: Entry['state'] = 'seen',
  language = 'es',
): Entry => ({
  _id: fragment,
  fragment,
  language,
  state,
  level,
});
const entries = [entry('gat', 'III'), entry('-o', 'IV', 'known'), entry('felix', 'II', 'seen', 'la')];

test('the vocabulary of a language comes from its entries', () => {
  const vocabulary = vocabularyFrom(entries, 'es');
  expect(levelOf(vocabulary, 'gat')).toBe('III');
  expect(levelOf(vocabulary, 'felix')).toBe('new');
  expect(vocabulary.thirds).toBe(5);
});

test('an optimistic update changes the entries of one language only', () => {
  const vocabulary = afterCommand(vocabularyFrom(entries, 'es'), {
    type: 'mark',
    fragment: 'gat',
    level: 'IV',
  });
  const after = entriesWith(entries, 'es', vocabulary);
  expect(after).toContainEqual(entry('gat', 'IV', 'known'));
  expect(after).toContainEqual(entry('felix', 'II', 'seen', 'la'));
  expect(vocabularyFrom(after, 'es').thirds).toBe(6);
});

test('answers are judged as on the server: option 0 is right, a clause changes no fragment', () => {
  const question = { id: 'q', options: [] };
  const steps = [
    { phase: 'wordInstance', clause: 0, word: 'w', question, options: [] },
    { phase: 'clause', clause: 0, word: null, question, options: [] },
  ] as const;
  const answers = [0, null].map(chosen => ({ question: 'q', chosen, milliseconds: 5 }));
  expect(judged(steps, answers, () => ['gat'])).toEqual([
    { question: 'q', chosen: 0, milliseconds: 5, kind: 'word', right: true, fragments: ['gat'] },
    { question: 'q', chosen: null, milliseconds: 5, kind: 'clause', right: false, fragments: [] },
  ]);
});

test('unchanged entries stay the same objects, and removed ones count as new', () => {
  const before = vocabularyFrom(entries, 'es');
  const marked = entriesWith(
    entries,
    'es',
    afterCommand(before, { type: 'mark', fragment: 'perr', level: 'II' }),
  );
  expect(marked.slice(0, 3).every((entry, index) => entry === entries[index])).toBe(true);
  expect(marked[3]).toEqual(entry('perr', 'II'));
  expect(levelOf(vocabularyFrom(entriesWith(marked, 'es', before), 'es'), 'perr')).toBe('new');
});

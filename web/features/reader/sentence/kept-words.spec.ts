import { expect, test } from 'vitest';
import type { Kept } from '../../../shared/kept/kept.ts';
import type { ReaderFragment, ReaderWord } from '../chapter/contents.ts';
import { keptWords } from './kept-words.ts';

const word = (
  id: string,
  ...fragments: readonly (readonly [string, ReaderFragment['kind']])[]
): ReaderWord => ({
  id,
  text: id,
  position: 1,
  leadingPunctuation: '',
  trailingPunctuation: '',
  translation: '',
  modernEquivalent: null,
  skipped: null,
  fragments: fragments.map(([id, kind]) => ({ id, kind, text: id, gloss: '', lemma: null, note: null })),
});
const [gatos, duermen, siempre] = [
  word('gatos', ['gat', 'stem'], ['os', 'ending']),
  word('duermen', ['duerm', 'stem'], ['en', 'ending']),
  word('siempre', ['siempre', 'stem']),
];
const sentence = { id: 's1', words: [gatos, duermen, siempre], clauses: [[gatos, duermen], [siempre]] };
const keeping = (more: Partial<Kept>): Kept => ({
  id: '',
  note: '',
  keptAt: '',
  fragment: null,
  clause: null,
  ...more,
});
const fragment = (id: string) => keeping({ fragment: { id, text: id, gloss: '', lemma: null } });
const clause = (sentenceId: string, clause: number) =>
  keeping({ clause: { sentenceId, clause, text: '', place: null } });

test.each([
  ['a stem is at its words', fragment('duerm'), ['duermen']],
  ['an ending has no sign', fragment('os'), []],
  ['a clause is at its first word', clause('s1', 1), ['siempre']],
  ['a clause of another sentence is not here', clause('s2', 0), []],
  ['a clause that an edition took away is not here', clause('s1', 2), []],
])('the sign of %s', (_, kept, expected) => {
  expect([...keptWords(sentence, [kept])]).toEqual(expected);
});

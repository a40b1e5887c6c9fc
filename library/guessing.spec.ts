import { expect, test } from 'vitest';
import type { Question } from '../domain/catalogue/catalogue.ts';
import { guessedByLength } from './guessing.ts';

const question = (...texts: readonly string[]): Question => ({
  ...{ id: 'q', kind: 'word', sentenceId: 's', wordInstanceId: 'w', clause: null },
  options: texts.map(text => ({ text, explanation: '' })),
});

test.each([
  ['the only short one', ['of', 'above all of', 'instead of', 'far from'], { shortest: 1, longest: 0 }],
  ['the only long one', ['in front of', 'by', 'at', 'on'], { shortest: 0, longest: 1 }],
  ['in the middle', ['with', 'on', 'without'], { shortest: 0, longest: 0 }],
  ['all of one length', ['his', 'her', 'our'], { shortest: 1 / 3, longest: 1 / 3 }],
  ['shorter than two of three', ['his', 'my', 'their', 'somebody’s'], { shortest: 1 / 3, longest: 0 }],
])('a right answer that is %s', (_, texts, guessed) => {
  const { shortest, longest } = guessedByLength([question(...texts)]);
  expect(shortest).toBeCloseTo(guessed.shortest);
  expect(longest).toBeCloseTo(guessed.longest);
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepAnswers, keptAnswers } from './kept-answers.ts';

beforeEach(() => {
  const items = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

const answers = [
  { question: 'q1', chosen: 0 },
  { question: 'q2', chosen: null },
];

test('answers are kept for a day, for their learner alone', () => {
  keepAnswers('ana', answers, 0);
  expect(keptAnswers('ana', 86_399_999)).toEqual(answers);
  expect(keptAnswers('ana', 86_400_000)).toEqual([]);
  expect(keptAnswers('maria', 1)).toEqual([]);
  keepAnswers('ana', [], 1);
  expect(keptAnswers('ana', 1)).toEqual([]);
});

test('what something else wrote there is not taken for answers', () => {
  for (const text of ['not json', 'null', '[]', '{"at":0}', '{"at":0,"answers":[{"question":1}]}']) {
    localStorage.setItem('placement ana', text);
    expect(keptAnswers('ana', 1), text).toEqual([]);
  }
});

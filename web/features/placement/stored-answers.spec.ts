import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { storeAnswers, storedAnswers } from './stored-answers.ts';

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
  storeAnswers('ana', answers, 0);
  expect(storedAnswers('ana', 86_399_999)).toEqual(answers);
  expect(storedAnswers('ana', 86_400_000)).toEqual([]);
  expect(storedAnswers('maria', 1)).toEqual([]);
  storeAnswers('ana', [], 1);
  expect(storedAnswers('ana', 1)).toEqual([]);
});

test('what something else wrote there is not taken for answers', () => {
  for (const text of ['not json', 'null', '[]', '{"at":0}', '{"at":0,"answers":[{"question":1}]}']) {
    localStorage.setItem('placement ana', text);
    expect(storedAnswers('ana', 1), text).toEqual([]);
  }
});

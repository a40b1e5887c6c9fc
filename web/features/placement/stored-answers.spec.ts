import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { interruptedPlacement, storeAnswers } from './stored-answers.ts';

beforeEach(() => {
  const items = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

const spanish = {
  languageId: 'spanish',
  answers: [
    { question: 'q1', chosen: 0 },
    { question: 'q2', chosen: null },
  ],
};

test('answers are stored for a day, for their own learner', () => {
  storeAnswers('ana', spanish, 0);
  expect(interruptedPlacement('ana', 86_399_999)).toEqual(spanish);
  expect(interruptedPlacement('ana', 86_400_000)).toBeUndefined();
  expect(interruptedPlacement('maria', 1)).toBeUndefined();
  storeAnswers('ana', { ...spanish, answers: [] }, 1);
  expect(interruptedPlacement('ana', 1)).toBeUndefined();
});

test('foreign data in storage is not read as answers', () => {
  for (const text of [
    'not json',
    'null',
    '[]',
    '{"at":0}',
    '{"at":0,"answers":[{"question":"q","chosen":0}]}',
    '{"at":0,"languageId":"spanish","answers":[{"question":1}]}',
  ]) {
    localStorage.setItem('placement ana', text);
    expect(interruptedPlacement('ana', 1), text).toBeUndefined();
  }
});

import { expect, test } from 'vitest';
import type { ReadingState } from '../state/state.ts';
import { explanationOf } from './Tutorial.tsx';

const answered = (chosen: number | null) => {
  const quiz = { steps: [{ word: 'w' }], answers: [{ question: 'q', chosen, milliseconds: 1 }] };
  return { card: 'wrong', place: { quiz } } as unknown as ReadingState;
};

test('after "I don’t know yet" the tutorial explains the shown reason, and speaks of no wrong answer', () => {
  expect(explanationOf(answered(null))).toMatch(/^Not knowing yet.* the reason\b/);
  expect(explanationOf(answered(1))).toMatch(/^A wrong answer.* both reasons\b/);
});

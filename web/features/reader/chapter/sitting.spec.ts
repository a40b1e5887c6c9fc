import { expect, test } from 'vitest';
import { sittingText } from './sitting.ts';

test('a short chapter shows its total time, from the learner’s own time for an answer', () => {
  // 6 sentences of 10 questions: 60 answers and 6 translations.
  const six = Array.from({ length: 6 }, () => 10);
  expect(sittingText(six, null)).toBe('About 8 minutes to the end of the chapter.');
  expect(sittingText(six, 3)).toBe('About 5 minutes to the end of the chapter.');
  expect(sittingText(six, 15)).toBe('About 15 minutes to the end of the chapter.');
  expect(sittingText([0], null)).toBe('About 1 minute to the end of the chapter.');
});

test('a long chapter also shows how far ten minutes lead', () => {
  const many = Array.from({ length: 45 }, () => 15);
  expect(sittingText(many, null)).toBe(
    'About 10 minutes for the next 5 sentences, about 1½ hours to the end of the chapter.',
  );
  expect(sittingText([120, 120], null)).toBe(
    'About 15 minutes for the next sentence, about 30 minutes to the end of the chapter.',
  );
});

test('at the end of a chapter there is no text', () => {
  expect(sittingText([], 4)).toBeUndefined();
});

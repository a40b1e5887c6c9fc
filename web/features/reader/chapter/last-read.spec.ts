import { expect, test } from 'vitest';
import { movedLastRead } from './last-read.ts';

const sentences = ['s1', 's2', 's3'];
const moved = (before: string | undefined, next: string, navigated = false) =>
  movedLastRead(sentences, { before, next, navigated });

test('last read moves forward, and ends as finished', () => {
  expect(moved(undefined, 's2')).toBe('s2');
  expect(moved('s2', 's3')).toBe('s3');
  expect(moved('s3', 'finished')).toBe('finished');
});

test('it moves back only for a reader who navigated', () => {
  expect(moved('s3', 's2')).toBe('s3');
  expect(moved('s3', 's2', true)).toBe('s2');
});

test('a finished chapter stays finished when it is read again', () => {
  expect(moved('finished', 's2')).toBe('finished');
  expect(moved('finished', 's2', true)).toBe('finished');
  expect(moved('finished', 'finished')).toBe('finished');
});

test('a sentence of another chapter moves nothing', () => {
  expect(moved('s2', 'elsewhere')).toBe('s2');
});

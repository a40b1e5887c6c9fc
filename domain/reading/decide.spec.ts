import { expect, test } from 'vitest';
import { specification } from '../../tooling/testing/given.ts';
import { decide, type ReadingCommand } from './decide.ts';
import { percentRead } from './progress.ts';
import { evolve, nothingRead, type ReadingEvent } from './reading.ts';

const given = specification({ initial: nothingRead, evolve, decide });
const sentences = ['s1', 's2', 's3'];
const opened: ReadingEvent = { type: 'ChapterOpened', data: { chapter: 1 } };
const finished: ReadingEvent = { type: 'ChapterFinished', data: { chapter: 1 } };
const read = (sentence: string, position: number, next: string | null): ReadingEvent => ({
  type: 'SentenceRead',
  data: { chapter: 1, sentence, position, next },
});
const move = (next: string, navigated = false): ReadingCommand => ({
  type: 'move last read',
  chapter: 1,
  sentences,
  next,
  navigated,
});

test('a chapter is opened once', () => {
  given().when({ type: 'open chapter', chapter: 1 }).then(opened);
  given(opened).when({ type: 'open chapter', chapter: 1 }).thenNothing();
});

test('last read names the next sentence, so the one before it was read', () => {
  given(opened)
    .when(move('s2'))
    .then(read('s1', 1, 's2'));
  given(opened, read('s1', 1, 's2'))
    .when(move('s3'))
    .then(read('s2', 2, 's3'));
});

test('finishing reads the last sentence and finishes the chapter, once', () => {
  given(read('s2', 2, 's3'))
    .when(move('finished'))
    .then(read('s3', 3, null), finished);
  given(read('s3', 3, null), finished)
    .when(move('finished'))
    .thenNothing();
});

test('last read only moves forward', () => {
  given(read('s2', 2, 's3'))
    .when(move('s2'))
    .thenNothing();
  given(read('s2', 2, 's3'))
    .when(move('s3'))
    .thenNothing();
});

test('a reader who navigated moves back', () => {
  given(read('s2', 2, 's3'))
    .when(move('s2', true))
    .then(read('s1', 1, 's2'));
});

test('the first sentence as last read means that nothing was read', () => {
  given(opened).when(move('s1')).thenNothing();
});

test('a sentence of another chapter is refused', () => {
  given().when(move('elsewhere')).thenRefused('unknown sentence');
});

test('percent read counts the sentences before the next one, to one decimal', () => {
  expect(percentRead(1, 11)).toBe(0);
  expect(percentRead(4, 11)).toBe(27.3);
  expect(percentRead('finished', 11)).toBe(100);
  expect(percentRead(1, 0)).toBe(0);
});

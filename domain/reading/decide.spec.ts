import fc from 'fast-check';
import { expect, test } from 'vitest';
import { specification } from '../../tooling/testing/given.ts';
import { isRefusal } from '../refusal.ts';
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
const move = (next: string, navigated = false): Extract<ReadingCommand, { type: 'move last read' }> => ({
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

test('a corrected edition: what was read is found by the id of the next sentence', () => {
  const earlierRemoved = (next: string): ReadingCommand => ({ ...move(next), sentences: ['s3', 's4', 's5'] });
  given(read('s3', 3, 's4'))
    .when(earlierRemoved('s5'))
    .then(read('s4', 2, 's5'));
  given(read('s3', 3, 's4'))
    .when(earlierRemoved('s4'))
    .thenNothing();
});

test('a corrected edition: when the next sentence is gone, the one in its place is next', () => {
  const lastRemoved: ReadingCommand = { ...move('finished'), sentences: ['s1', 's2'] };
  given(read('s2', 2, 's3'))
    .when(lastRemoved)
    .then(read('s2', 2, null), finished);
});

test('a finished chapter that gained sentences is read on', () => {
  const longer: ReadingCommand = { ...move('s5'), sentences: ['s1', 's2', 's3', 's4', 's5'] };
  given(read('s3', 3, null), finished)
    .when(longer)
    .then(read('s4', 4, 's5'));
});

test('whatever editions a chapter has been read in, it can be finished', () => {
  const edition = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), { minLength: 1 });
  const step = fc.record({ edition, next: fc.nat(6), navigated: fc.boolean() });
  fc.assert(
    fc.property(fc.array(step), edition, (steps, last) => {
      let reading = nothingRead;
      const act = (command: ReadingCommand) => {
        const decided = decide(reading, command);
        if (!isRefusal(decided)) reading = evolve(reading, decided);
      };
      for (const { edition: sentences, next, navigated } of steps)
        act({
          type: 'move last read',
          chapter: 1,
          sentences,
          next: sentences[next] ?? 'finished',
          navigated,
        });
      act({ type: 'move last read', chapter: 1, sentences: last, next: 'finished', navigated: false });
      expect(reading.chapters[1]?.finished).toBe(true);
    }),
  );
});

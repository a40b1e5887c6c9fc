import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decide } from '../../../../domain/reading/decide.ts';
import { evolve, nothingRead, type Reading, sentencesReadOf } from '../../../../domain/reading/reading.ts';
import { isRefusal } from '../../../../domain/refusal.ts';
import { movedLastRead } from './last-read.ts';

const sentences = ['s1', 's2', 's3'];
const moved = (before: string | undefined, next: string, navigated = false) =>
  movedLastRead(sentences, { before, next, navigated });

test('last read moves forward, and ends as finished', () => {
  expect(moved(undefined, 's2')).toBe('s2');
  expect(moved('s2', 's3')).toBe('s3');
  expect(moved('s3', 'finished')).toBe('finished');
});

test('last read moves back only if the reader navigated', () => {
  expect(moved('s3', 's2')).toBe('s3');
  expect(moved('s3', 's2', true)).toBe('s2');
});

test('a finished chapter stays finished when it is read again', () => {
  expect(moved('finished', 's2')).toBe('finished');
  expect(moved('finished', 's2', true)).toBe('finished');
  expect(moved('finished', 'finished')).toBe('finished');
});

test('a sentence of another chapter changes nothing', () => {
  expect(moved('s2', 'elsewhere')).toBe('s2');
});

/** A random edition of a chapter: some of its sentences, in any order. */
const edition = fc.shuffledSubarray(['a', 'b', 'c', 'd', 'e', 'f', 'g'], { minLength: 1 });
const visit = fc.record({
  sentences: edition,
  moves: fc.array(fc.record({ next: fc.nat(), navigated: fc.boolean() }), { maxLength: 6 }),
});

test('the browser moves last read as the server does, across corrected editions', () => {
  fc.assert(
    fc.property(fc.array(visit, { maxLength: 4 }), visits => {
      let server: Reading = nothingRead;
      for (const { sentences, moves } of visits) {
        // Opening the chapter reads the profile again.
        let browser = lastReadOf(server, sentences);
        for (const { next: number, navigated } of moves) {
          const next = sentences[number % (sentences.length + 1)] ?? 'finished';
          const decided = decide(server, { type: 'move last read', chapter: 1, sentences, next, navigated });
          if (isRefusal(decided)) throw new Error(decided.refused);
          server = evolve(server, decided);
          browser = movedLastRead(sentences, { before: browser, next, navigated });
          expect(browser).toBe(lastReadOf(server, sentences));
        }
      }
    }),
    { numRuns: 1_000 },
  );
});

/** The profile's value: 'finished' stays; a removed sentence is replaced by the one at its position. */
function lastReadOf({ chapters }: Reading, sentences: readonly string[]): string | undefined {
  const chapter = chapters[1];
  if (!chapter) return undefined;
  return chapter.finished ? 'finished' : sentences[sentencesReadOf(chapter, sentences)];
}

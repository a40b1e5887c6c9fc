import fc from 'fast-check';
import { expect, test } from 'vitest';
import { answerTimes, medianTime } from './answer-times.ts';

const withinEach = (seconds: readonly number[]) =>
  answerTimes.map(bound => seconds.filter(taken => taken <= bound).length);

test('the interpolated median is in the same class as the true median', () => {
  const times = fc.array(fc.double({ min: 0.001, max: 60, noNaN: true }), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(times, seconds => {
      const median = medianTime(withinEach(seconds), seconds.length) ?? Number.NaN;
      const middle = [...seconds].sort((a, b) => a - b)[Math.ceil(seconds.length / 2) - 1] ?? 0;
      const above = answerTimes.find(bound => bound >= middle) ?? 24;
      const below = answerTimes.findLast(bound => bound < middle) ?? 0;
      expect(median).toBeGreaterThanOrEqual(Math.min(below, 24));
      expect(median).toBeLessThanOrEqual(above);
    }),
  );
});

test('a long pause moves the median little; without answers it is null; it is at most the last bound', () => {
  expect(medianTime(withinEach([3.5, 3.6, 3.7, 3.8, 600]), 5)).toBeCloseTo(3.6, 0);
  expect(medianTime(withinEach([]), 0)).toBeNull();
  expect(medianTime(withinEach([40, 50]), 2)).toBe(24);
});

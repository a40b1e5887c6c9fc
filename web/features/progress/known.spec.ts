import { expect, test } from 'vitest';
import { type Day, differenceSince, knownOn, pointsOf } from './known.ts';

/** Thirds known, then those from reading, reviews, credit, raised and lowered marks on that day. */
const days: readonly Day[] = [
  ['2026-02-16', 354, 0, 0, 354, 0, 0],
  ['2026-05-03', 1464, 1110, 0, 0, 0, 0],
  ['2026-05-10', 1500, 30, 9, 0, 0, -3],
  ['2026-05-24', 1779, 240, 30, 0, 12, -3],
];

test('the count of a day is the count after the last change up to it', () => {
  expect(knownOn(days, '2026-02-15')).toBe(0);
  expect(knownOn(days, '2026-05-09')).toBe(488);
  expect(knownOn(days, '2026-06-01')).toBe(593);
});

test('days, weeks and months end today, and begin with the first change', () => {
  const today = '2026-05-26';
  expect(pointsOf(days, 'days', today)).toHaveLength(28);
  const weeks = pointsOf(days, 'weeks', today);
  expect(weeks.slice(-3).map(({ day }) => day)).toEqual(['2026-05-17', '2026-05-24', today]);
  expect(weeks[0]).toEqual({ day: '2026-02-22', known: 118 });
  // Less than half a year, so all of it is in weeks.
  expect(pointsOf(days, 'all', today)).toEqual(weeks);
  const months = pointsOf(days, 'all', '2027-01-05');
  expect(months.map(({ day }) => day).slice(-3)).toEqual(['2026-11-30', '2026-12-31', '2027-01-05']);
  expect(months[0]).toEqual({ day: '2026-02-28', known: 118 });
  expect(pointsOf([], 'all', today)).toEqual([]);
  expect(pointsOf(days.slice(0, 1), 'days', '2026-02-16')).toEqual([{ day: '2026-02-16', known: 118 }]);
});

test('the difference since a day lists its causes', () => {
  expect(differenceSince(days, '2026-05-03')).toEqual({
    more: 105,
    parts: [
      [90, 'in reading'],
      [13, 'in reviews'],
      [4, 'by hand'],
      [2, 'set back'],
    ],
  });
  expect(differenceSince(days, '2026-05-24')).toEqual({ more: 0, parts: [] });
});

test('the difference also covers a reset', () => {
  const reset: readonly Day[] = [...days, ['2026-05-30', 0, 0, 0, 0, 0, 0]];
  expect(differenceSince(reset, '2026-05-24')).toEqual({ more: -593, parts: [[593, 'left by a reset']] });
});

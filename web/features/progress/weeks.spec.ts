import { expect, test } from 'vitest';
import { mondayOf, weeksInARow, weeksOf } from './weeks.ts';

const day = (day: string, minutes: number) => ({
  day,
  milliseconds: minutes * 60_000,
  answers: minutes * 10,
  sentences: minutes,
});

test('a week begins on Monday', () => {
  expect(['2026-05-17', '2026-05-18', '2026-05-24'].map(mondayOf)).toEqual([
    '2026-05-11',
    '2026-05-18',
    '2026-05-18',
  ]);
});

test('weeks without reading are gaps on the shelf', () => {
  const weeks = weeksOf(
    [day('2026-05-03', 5), day('2026-05-11', 7), day('2026-05-12', 3), day('2026-05-19', 0)],
    '2026-05-26',
  );
  expect(weeks.map(({ monday, minutes }) => [monday, minutes])).toEqual([
    ['2026-04-27', 5],
    ['2026-05-04', 0],
    ['2026-05-11', 10],
    ['2026-05-18', 1],
    ['2026-05-25', 0],
  ]);
  expect(weeks[2]).toMatchObject({ answers: 100, sentences: 10 });
  // The current week does not break the series.
  expect(weeksInARow(weeks)).toBe(2);
  expect(weeksOf([], '2026-05-26')).toEqual([]);
});

test('a shelf holds fourteen weeks', () => {
  const long = weeksOf([day('2020-01-01', 5), day('2026-05-20', 5)], '2026-05-24');
  expect(long).toHaveLength(14);
  expect(weeksInARow(long)).toBe(1);
});

import { expect, test } from 'vitest';
import { bandAfter, bandOf, bands, displayedBand, groups, percentWithinBand } from './bands.ts';

test.each([
  [0, 'A0.1'],
  [249.67, 'A0.1'],
  [250, 'A0.2'],
  [999.99, 'A1.2'],
  [1000, 'A2.1'],
  [15_999, 'C1.2'],
  [16_000, 'C2'],
  [1_000_000, 'C2'],
])('a known count of %d stands in %s', (count, name) => expect(bandOf(count).name).toBe(name));

test('a zero count displays A0.0', () => {
  expect(displayedBand(0)).toBe('A0.0');
  expect(displayedBand(0.67)).toBe('A0.0');
  expect(displayedBand(1)).toBe('A0.1');
});

test('the percentage within a band has two decimals and never reads 100 before the next band', () => {
  expect(percentWithinBand(593)).toBe(37.2);
  expect(percentWithinBand(749.99999)).toBe(99.99);
  expect(percentWithinBand(20_000)).toBe(100);
});

test('bands follow each other without a gap, and groups join them', () => {
  for (const band of bands) expect(bandAfter(band)?.from ?? null).toBe(band.to);
  expect(groups.map(({ name, from, to }) => [name, from, to])).toEqual([
    ['A0', 0, 500],
    ['A1', 500, 1000],
    ['A2', 1000, 2000],
    ['B1', 2000, 4000],
    ['B2', 4000, 8000],
    ['C1', 8000, 16000],
    ['C2', 16000, null],
  ]);
});

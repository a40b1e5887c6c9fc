import { expect, test } from 'vitest';
import { weekOf } from './weeks.ts';

test.each([
  ['2026-11-16T00:00:00.000Z', '2026-11-16'],
  ['2026-11-22T23:59:59.999Z', '2026-11-16'],
  ['2026-11-23T00:00:00.000Z', '2026-11-23'],
  ['2026-01-01T12:00:00.000Z', '2025-12-29'],
])('%s lies in the week of %s', (instant, monday) => {
  expect(weekOf(instant)).toBe(monday);
});

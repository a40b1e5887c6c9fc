import fc from 'fast-check';
import { expect, test } from 'vitest';
import { coverageOf, type TextFragment } from './coverage.ts';
import { type Level, levels } from './levels.ts';

const fragment = (id: string, times: number, level: Level, askable = true): TextFragment => ({
  id,
  times,
  level,
  askable,
});

test('the most frequent fragments that can be asked bring a text to its goal', () => {
  const found = coverageOf([
    fragment('el', 70, 'IV'),
    fragment('noche', 2, 'III'),
    fragment('torre', 6, 'I'),
    fragment('unread', 12, 'new', false),
    fragment('camin', 6, 'II'),
    fragment('luz', 4, 'I'),
  ]);
  expect(found).toMatchObject({ known: 70, total: 100, goal: 80, after: 82 });
  expect(found.fragments.map(({ id }) => id)).toEqual(['camin', 'torre']);
});

test('a text has a second goal, and then none', () => {
  expect(coverageOf([fragment('a', 80, 'IV'), fragment('b', 20, 'I')])).toMatchObject({ goal: 95 });
  expect(coverageOf([fragment('a', 95, 'IV'), fragment('b', 5, 'I')])).toMatchObject({
    goal: null,
    fragments: [],
    after: 95,
  });
});

test('at most twenty fragments are proposed, and no more than needed', () => {
  const text = fc.uniqueArray(
    fc.record({
      id: fc.string({ minLength: 1 }),
      times: fc.integer({ min: 1, max: 50 }),
      level: fc.constantFrom(...levels),
      askable: fc.boolean(),
    }),
    { selector: ({ id }) => id },
  );
  fc.assert(
    fc.property(text, all => {
      const { known, total, goal, fragments, after } = coverageOf(all);
      expect(fragments.length).toBeLessThanOrEqual(20);
      expect(after).toBe(known + fragments.reduce((sum, { times }) => sum + times, 0));
      const last = fragments.at(-1);
      if (goal !== null && last) expect((after - last.times) * 100).toBeLessThan(goal * total);
      if (goal === null) expect(known * 100).toBeGreaterThanOrEqual(95 * total);
    }),
  );
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldMemory } from './fold-memory.ts';

test('concurrent folds exceed the common limit by at most one page each', () => {
  const [most, page, folds] = [1_000, 10, 5];
  fc.assert(
    fc.property(fc.array(fc.nat(folds - 1), { maxLength: 500 }), turns => {
      const memory = foldMemory(most);
      const held = Array.from({ length: folds }, () => ({ rows: 0, stopped: false }));
      for (const turn of turns) {
        const fold = held[turn];
        if (!fold || fold.stopped) continue;
        if (memory.reserve(fold, fold.rows)) fold.rows += page;
        else fold.stopped = true;
      }
      const total = held.reduce((sum, { rows }) => sum + rows, 0);
      expect(total).toBeLessThan(most + folds * page);
    }),
  );
});

test('memory released by one fold can be used by another', () => {
  const memory = foldMemory(100);
  const [one, other] = [{}, {}];
  expect(memory.reserve(one, 80)).toBe(true);
  expect(memory.reserve(other, 30)).toBe(false);
  memory.release(one);
  expect(memory.reserve(other, 30)).toBe(true);
});

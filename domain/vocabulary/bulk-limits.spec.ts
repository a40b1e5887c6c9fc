import { expect, test } from 'vitest';
import { inActs } from './bulk-limits.ts';
import { decide } from './decide.ts';
import { nothingLearned } from './vocabulary.ts';

const many = (count: number, length: number, credited = true) =>
  Array.from({ length: count }, (_, index) => ({
    fragmentId: String(index).padStart(length, 'f'),
    level: 'III' as const,
    credited,
  }));

test('an import is split into as few bulk acts as the limits allow', () => {
  for (const [count, length, credited, acts] of [
    [0, 6, true, 0],
    [1, 64, true, 1],
    [20_000, 6, true, 1],
    [20_000, 30, false, 1],
    [25_000, 6, true, 2],
    [25_000, 64, true, 4],
    [100_000, 10, false, 5],
  ] as const) {
    const cut = inActs(many(count, length, credited));
    expect(cut).toHaveLength(acts);
    expect(cut.flat()).toEqual(many(count, length, credited));
    for (const act of cut) {
      const fragments = Object.fromEntries(
        act.map(({ fragmentId, level, credited }) => [fragmentId, { level, credited }]),
      );
      expect(decide(nothingLearned, { type: 'import', fragments })).toHaveLength(1);
    }
  }
});

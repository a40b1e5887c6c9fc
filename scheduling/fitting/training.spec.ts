import { expect, test } from 'vitest';
import { DAY, type MemoryChange, scheduler } from '../memory.ts';
import { shortCommandId } from '../schedule.ts';
import { collectReviews } from './reviews.ts';
import { type TrainingItem, trainingItems, withoutGuesses } from './training.ts';

type Done = readonly [
  day: number,
  change: 'right' | 'wrong' | 'lowered' | 'unmet' | { raised: 'II' | 'IV' } | { undo: number },
];

/** The steps of one fragment, each of a command of its own that is called by its number. */
function collected(done: readonly Done[]) {
  const reviews = collectReviews();
  for (const [number, [day, what]] of done.entries()) {
    const at = day * DAY;
    const change: MemoryChange | { kind: 'undo'; at: number; of: string } =
      typeof what === 'object'
        ? 'undo' in what
          ? { kind: 'undo', at, of: shortCommandId(`${what.undo}`) }
          : { kind: 'raised', at, to: what.raised }
        : what === 'wrong'
          ? { kind: what, at, sentence: 's' }
          : { kind: what, at };
    reviews.add(0, { fragment: 'gat', command: shortCommandId(`${number}`), change });
  }
  return reviews;
}

const itemsOf = (done: readonly Done[], before = Number.POSITIVE_INFINITY) =>
  trainingItems(collected(done).histories(), before * DAY).map(({ before, days, right }) => [
    before.map(({ rating, days }) => `${rating}/${days}`).join(' '),
    days,
    right,
  ]);

test('a review is an answer a night or more after the one before, with what came before it', () => {
  const done: readonly Done[] = [
    [0, 'right'],
    [0.01, 'right'],
    [3, 'wrong'],
    [3.1, 'wrong'],
    [3.2, 'right'],
    [10.6, 'right'],
  ];
  expect(collected(done).reviews()).toBe(2);
  expect(itemsOf(done)).toEqual([
    ['3/0', 3, false],
    ['3/0 1/3 1/1', 7, true],
  ]);
});

test('only what lies before the held-out reviews is trained on', () => {
  const done: readonly Done[] = [0, 2, 5, 9, 14].map((day): Done => [day, 'right']);
  expect(collected(done).timeOf(3 / 4)).toBe(14 * DAY);
  expect(itemsOf(done, 9)).toHaveLength(2);
});

test('marks start a history, what is marked higher ends what can be trained on, and what is new again begins anew', () => {
  expect(
    itemsOf([
      [0, { raised: 'IV' }],
      [5, 'right'],
      [6, 'lowered'],
      [8, 'wrong'],
    ]),
  ).toEqual([
    ['4/0', 5, true],
    ['4/0 3/5 1/1', 2, false],
  ]);
  expect(
    itemsOf([
      [0, 'right'],
      [1, { raised: 'IV' }],
      [5, 'right'],
      [6, 'unmet'],
      [7, 'right'],
      [9, 'right'],
    ]),
  ).toEqual([['3/0', 2, true]]);
});

test('what was undone was never answered', () => {
  expect(
    itemsOf([
      [0, 'right'],
      [4, 'wrong'],
      [4.1, { undo: 1 }],
      [8, 'right'],
    ]),
  ).toEqual([['3/0', 8, true]]);
});

test('of right answers as many count as forgotten as guesses are expected among them', () => {
  const item = (days: number): TrainingItem => ({
    before: [{ rating: 3, days: 0 }],
    days,
    right: true,
    at: 0,
  });
  const forgotten = (days: number) => {
    const isRecalled = withoutGuesses(scheduler());
    return Array.from({ length: 300 }, () => isRecalled(item(days))).filter(recalled => !recalled).length;
  };
  // Everything recalled: no guesses. Recalled with 0.9: (0.1 / 3) of 0.9 + (0.1 / 3) right answers are guesses.
  expect(forgotten(0)).toBe(0);
  expect(forgotten(scheduler().init_stability(3))).toBe(Math.floor((300 * (0.1 / 3)) / (0.9 + 0.1 / 3)));
  expect(forgotten(5_000)).toBeGreaterThan(forgotten(500));
  expect(withoutGuesses(scheduler())({ ...item(0), right: false })).toBe(false);
});

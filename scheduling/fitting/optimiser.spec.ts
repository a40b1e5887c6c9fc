import { expect, test } from 'vitest';
import { DAY, defaultParameters, type Parameters, recall, scheduler } from '../memory.ts';
import { loadOptimiser } from './optimiser.ts';
import type { TrainingItem } from './training.ts';

/** Answers a week after the first one. */
const items = (count: number, rightOnesOfTen: number): readonly TrainingItem[] =>
  Array.from({ length: count }, (_, index) => ({
    before: [{ rating: 3, days: 0 }],
    days: 7,
    right: index % 10 < rightOnesOfTen,
    at: index,
  }));

const recallAfterAWeek = (parameters: Parameters) => {
  const fsrs = scheduler(parameters);
  return recall(fsrs, { at: 0, stability: fsrs.init_stability(3) }, 7 * DAY);
};

test('who is right less often is believed to recall less than everybody', async () => {
  const optimise = await loadOptimiser();
  const parameters = (await optimise(items(600, 7))) ?? [];
  expect(parameters).toHaveLength(defaultParameters.length);
  expect(recallAfterAWeek(parameters)).toBeLessThan(recallAfterAWeek(defaultParameters));
  const more = (await optimise(items(600, 9))) ?? [];
  expect(recallAfterAWeek(more)).toBeGreaterThan(recallAfterAWeek(parameters));
});

test('from a few answers nothing is learned', async () => {
  const optimise = await loadOptimiser();
  expect(await optimise([])).toBeUndefined();
});

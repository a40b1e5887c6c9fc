import { expect, test } from 'vitest';
import { DAY, defaultParameters } from '../memory.ts';
import { bestOf, compareOn, lossOf } from './log-loss.ts';

test('a prediction costs the more, the surer it was of what did not happen', () => {
  expect(lossOf(0.9, true)).toBeCloseTo(0.105, 3);
  expect(lossOf(0.9, false)).toBeCloseTo(Math.LN10, 3);
  expect(lossOf(0.5, true)).toBe(lossOf(0.5, false));
  expect(lossOf(1, true)).toBeCloseTo(0);
  // Nothing is certain: one answer does not outweigh a thousand.
  expect(lossOf(1, false)).toBeLessThan(14);
});

test('parameters are taken only where the loss falls, by more than chance', () => {
  const inUse = { loss: 0.4, gain: 0, error: 0 };
  const result = (loss: number, error: number) => ({ loss, gain: 0.4 - loss, error });
  expect(bestOf([inUse])).toBe(0);
  expect(bestOf([inUse, result(0.35, 0.02)])).toBe(1);
  expect(bestOf([inUse, result(0.39, 0.02)])).toBe(0);
  expect(bestOf([inUse, result(0.4, 0)])).toBe(0);
  expect(bestOf([inUse, result(0.45, 0.01)])).toBe(0);
  expect(bestOf([inUse, result(0.37, 0.01), result(0.3, 0.01)])).toBe(2);
  expect(bestOf([inUse, result(0.3, 0.01), result(0.37, 0.01)])).toBe(1);
  // Nothing was held out.
  expect(bestOf([inUse, { loss: Number.NaN, gain: Number.NaN, error: Number.NaN }])).toBe(0);
});

/** Whether an answer was right, after so many days. */
type Answer = readonly [day: number, right: boolean];

function resultsOf(answers: readonly Answer[], from: number) {
  const forgetful = defaultParameters.map((weight, index) => (index < 4 ? weight / 20 : weight));
  const compared = compareOn(from * DAY, [defaultParameters, forgetful]);
  for (const [day, right] of answers) {
    const at = day * DAY;
    const change = right ? ({ kind: 'right', at } as const) : ({ kind: 'wrong', at, sentence: 's' } as const);
    compared.add(0, { fragment: 'gat', command: `${day}`, change });
  }
  return { reviews: compared.reviews(), results: compared.results() };
}

test('who forgets quickly is told so by answers that were held out, and by no others', () => {
  const { reviews, results } = resultsOf(
    [
      [0, true],
      [1, true],
      [1.1, true],
      [9, false],
    ],
    2,
  );
  // The first answer has nothing to be predicted from, the second was trained on, the third came hours after the second.
  expect(reviews).toBe(1);
  const [everybodys, forgetful] = results;
  expect(forgetful?.loss).toBeLessThan(everybodys?.loss ?? 0);
  expect(forgetful?.gain).toBeCloseTo((everybodys?.loss ?? 0) - (forgetful?.loss ?? 0));
});

test('a guess is right in a third of the cases, so an answer after ages is no surprise either way', () => {
  const { results } = resultsOf(
    [
      [0, false],
      [40_000, true],
    ],
    1,
  );
  for (const { loss } of results) expect(loss).toBeLessThan(-Math.log(1 / 3));
});

import { type Random, seeded } from '../domain/quiz/random.ts';

/** Random draws from a seeded source. */

/** Roughly normal: the sum of six uniform draws. */
export function normal(random: Random, mean: number, deviation: number): number {
  let sum = 0;
  for (let draw = 0; draw < 6; draw++) sum += random();
  return mean + (sum - 3) * Math.SQRT2 * deviation;
}

/** An integer from `from` to `to`, both included. */
export function integerBetween(random: Random, from: number, to: number): number {
  return from + Math.floor(random() * (to - from + 1));
}

/** One of the items, with probability in proportion to its weight. */
export function weighted<Item>(
  random: Random,
  items: readonly Item[],
  weightOf: (item: Item) => number,
): Item | undefined {
  let left = random() * items.reduce((sum, item) => sum + weightOf(item), 0);
  return items.find(item => {
    left -= weightOf(item);
    return left <= 0;
  });
}

/** The first number of a seed, in [0, 1): a fixed property of whatever the seed names. */
export function fixedRandom(seed: string): number {
  return seeded(seed)();
}

/** The logistic function: a probability from a logit. */
export function logistic(logit: number): number {
  return 1 / (1 + Math.exp(-logit));
}

import { type Random, seeded } from '../../../domain/quiz/random.ts';

/** Ways to draw from a seeded source. */

/** About normal, by the sum of six even draws. */
export function normal(random: Random, mean: number, deviation: number): number {
  let sum = 0;
  for (let draw = 0; draw < 6; draw++) sum += random();
  return mean + (sum - 3) * Math.SQRT2 * deviation;
}

/** A whole number from `from` to `to`, both included. */
export function between(random: Random, from: number, to: number): number {
  return from + Math.floor(random() * (to - from + 1));
}

/** One of some, each as likely as its weight. */
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

/** The first number that a seed gives: a property that belongs to a thing, whoever looks at it. */
export function trait(seed: string): number {
  return seeded(seed)();
}

/** The logistic curve: a chance from a sum of what helps and what hinders. */
export function chance(logit: number): number {
  return 1 / (1 + Math.exp(-logit));
}

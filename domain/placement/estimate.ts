import type { Belief, Model } from './belief.ts';

/** How many fragments a learner knows: the median, and the range that contains the true number in 90 % of cases. */
export interface Estimate {
  readonly low: number;
  readonly known: number;
  readonly high: number;
}

/** Probability left out at each end; with it the range contains the true number in 90 % of cases (placement.spec.ts). */
const LEFT_OUT = 0.055;

export function estimateOf(model: Model, belief: Belief): Estimate {
  return {
    low: quantile(model, belief, LEFT_OUT),
    known: quantile(model, belief, 0.5),
    high: quantile(model, belief, 1 - LEFT_OUT),
  };
}

/** The smallest number of known fragments that is not exceeded with this probability. */
function quantile({ size, mean, deviation }: Model, belief: Belief, probability: number): number {
  let low = 0;
  let high = size;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    let below = 0;
    for (let pair = 0; pair < belief.length; pair++) {
      const beyond = middle + 0.5 - (mean[pair] ?? 0);
      below += (belief[pair] ?? 0) * normalBelow(beyond / (deviation[pair] ?? 1));
    }
    if (below < probability) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Share of the standard normal distribution below a value, to about 0.0002 (a logistic approximation). */
function normalBelow(value: number): number {
  return 1 / (1 + Math.exp(-value * (1.5976 + 0.07056 * value * value)));
}

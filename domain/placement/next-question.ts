import type { Belief, Model } from './belief.ts';

/**
 * The group of ranks whose question narrows the estimate most: the one with the smallest expected variance after its answer.
 * @param open groups that still have a question to ask
 */
export function mostInformative(model: Model, belief: Belief, open: Iterable<number>): number | undefined {
  let best: number | undefined;
  let smallest = Number.POSITIVE_INFINITY;
  for (const group of open) {
    const variance = expectedVariance(model, belief, group);
    if (variance < smallest) {
      smallest = variance;
      best = group;
    }
  }
  return best;
}

function expectedVariance(model: Model, belief: Belief, group: number): number {
  const { mean } = model;
  const ofGroup = model.right[group] ?? belief;
  // Sums over the pairs, after a right answer and over all: weight, mean, and square of the mean.
  let [right, rightMean, rightSquare, all, square] = [0, 0, 0, 0, 0];
  for (let pair = 0; pair < belief.length; pair++) {
    const weight = belief[pair] ?? 0;
    const count = mean[pair] ?? 0;
    const ofRight = weight * (ofGroup[pair] ?? 0);
    right += ofRight;
    rightMean += ofRight * count;
    rightSquare += ofRight * count * count;
    all += weight * count;
    square += weight * count * count;
  }
  const wrong = 1 - right;
  const afterRight = right > 0 ? rightSquare - rightMean ** 2 / right : 0;
  const afterWrong = wrong > 0 ? square - rightSquare - (all - rightMean) ** 2 / wrong : 0;
  return afterRight + afterWrong;
}

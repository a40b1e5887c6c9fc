/**
 * Estimates a new learner's vocabulary with an item-response model over the library's fragments, ordered by how often they
 * occur. A fragment of rank r (1 the most frequent) is known with probability 1 / (1 + e^((ln r - ability) / spread)):
 * `ability` is the logarithm of the rank known with probability one half, `spread` how gradually knowledge ends. Both are
 * unknown; the belief is a probability for each pair of a grid.
 */

export interface Model {
  /** Number of fragments. */
  readonly size: number;
  /** First rank of each group; ranks of a group are so close to each other that they count as equal. */
  readonly groups: readonly number[];
  /** For each pair of the grid: its probability before any answer. */
  readonly prior: Float64Array;
  /** For each group and pair: the probability that a fragment of the group is known. */
  readonly known: readonly Float64Array[];
  /** For each group and pair: the probability of a right answer about a fragment of the group. */
  readonly right: readonly Float64Array[];
  /** For each pair: mean and standard deviation of the number of known fragments. */
  readonly mean: Float64Array;
  readonly deviation: Float64Array;
}

/** Probabilities of the model's pairs; they add up to 1. */
export type Belief = Float64Array;

/** Probability that a guess among three options is right. */
const GUESSED = 1 / 3;
/** Probability of a wrong answer to a known word: a slip, or a sense that the learner has not met. */
const SLIPPED = 0.01;

/** Spreads with their prior weights. */
const SPREADS = [
  [0.25, 0.8],
  [0.5, 1],
  [0.8, 1],
  [1, 1.4],
] as const;
const ABILITY_STEP = 0.25;
/** Ranks of a group differ by 10 % at most. */
const GROUP_GROWTH = 1.1;

/** @param size number of fragments in the library, at least one */
export function modelOf(size: number): Model {
  const groups: number[] = [];
  for (let rank = 1; rank <= size; rank = Math.max(rank + 1, Math.floor(rank * GROUP_GROWTH)))
    groups.push(rank);
  const pairs = SPREADS.flatMap(([spread, weight]) => {
    const abilities: number[] = [];
    for (let ability = -1; ability <= Math.log(size) + 4 * spread; ability += ABILITY_STEP)
      abilities.push(ability);
    return abilities.map(ability => ({ ability, spread, weight: weight * priorOf(size, ability, spread) }));
  });
  const total = pairs.reduce((sum, { weight }) => sum + weight, 0);
  const mean = new Float64Array(pairs.length);
  const variance = new Float64Array(pairs.length);
  const known = groups.map((first, group) => {
    const last = (groups[group + 1] ?? size + 1) - 1;
    const rank = Math.log((first + last) / 2);
    return Float64Array.from(pairs, ({ ability, spread }, pair) => {
      const probability = 1 / (1 + Math.exp((rank - ability) / spread));
      mean[pair] = (mean[pair] ?? 0) + (last - first + 1) * probability;
      variance[pair] = (variance[pair] ?? 0) + (last - first + 1) * probability * (1 - probability);
      return probability;
    });
  });
  return {
    size,
    groups,
    prior: Float64Array.from(pairs, ({ weight }) => weight / total),
    known,
    right: known.map(ofGroup => ofGroup.map(rightProbability)),
    mean,
    deviation: variance.map(square => Math.sqrt(square + 1e-9)),
  };
}

/**
 * Prior weight of an ability: all numbers of known fragments are about equally likely, beginners somewhat more. Abilities
 * beyond the last rank cannot be distinguished.
 */
function priorOf(size: number, ability: number, spread: number): number {
  const end = Math.log(size);
  const share = ability < end ? Math.exp(ability - end) : Math.exp((end - ability) / spread);
  return share + 0.03;
}

/** Index of the group of a rank. */
export function groupOf({ groups }: Model, rank: number): number {
  return groups.findLastIndex(first => first <= rank);
}

/** Probability of a right answer about a fragment that is known with the given probability. */
export function rightProbability(known: number): number {
  return known * (1 - SLIPPED) + (1 - known) * GUESSED;
}

/** The belief after an answer about a fragment of that group. 'I don't know' is a wrong answer. */
export function afterAnswer(model: Model, belief: Belief, group: number, right: boolean): Belief {
  const ofGroup = model.right[group] ?? belief;
  const next = new Float64Array(belief.length);
  let total = 0;
  for (let pair = 0; pair < belief.length; pair++) {
    const probability = ofGroup[pair] ?? 0;
    const weight = (belief[pair] ?? 0) * (right ? probability : 1 - probability);
    next[pair] = weight;
    total += weight;
  }
  return next.map(weight => weight / total);
}

/** Probability, under the belief, that a fragment of that group is known. */
export function knownWith({ known }: Model, belief: Belief, group: number): number {
  const ofGroup = known[group] ?? belief;
  let sum = 0;
  for (let pair = 0; pair < belief.length; pair++) sum += (belief[pair] ?? 0) * (ofGroup[pair] ?? 0);
  return sum;
}

import { type Belief, groupOf, knownWith, type Model, rightProbability } from './belief.ts';

/** How cautiously probably known fragments are credited. */
export type Care = 'careful' | 'estimated' | 'generous';

/** Largest share of the credited fragments that is expected to be unknown. */
const mayBeUnknown: Readonly<Record<Care, number>> = { careful: 0.02, estimated: 0.08, generous: 0.16 };

export interface Credit {
  /** Ranks of fragments, most certain first. */
  readonly ranks: readonly number[];
  /** How many of those are credited. */
  readonly counts: Readonly<Record<Care, number>>;
}

/**
 * What can be credited.
 * @param answers whether the fragments that were asked were answered rightly, by rank
 */
export function creditOf(model: Model, belief: Belief, answers: ReadonlyMap<number, boolean>): Credit {
  const byGroup = model.groups.map((_, group) => knownWith(model, belief, group));
  const sure = Array.from({ length: model.size }, (_, index) => {
    const known = byGroup[groupOf(model, index + 1)] ?? 0;
    const right = answers.get(index + 1);
    return { rank: index + 1, known: right === undefined ? known : knownAfter(known, right) };
  }).toSorted((a, b) => b.known - a.known || a.rank - b.rank);
  const counts = { careful: 0, estimated: 0, generous: 0 };
  let unknown = 0;
  for (const [index, { known }] of sure.entries()) {
    unknown += 1 - known;
    for (const care of ['careful', 'estimated', 'generous'] as const)
      if (unknown <= mayBeUnknown[care] * (index + 1)) counts[care] = index + 1;
  }
  return { ranks: sure.slice(0, counts.generous).map(({ rank }) => rank), counts };
}

/** Probability that a fragment is known after its own answer. */
function knownAfter(known: number, right: boolean): number {
  const rightly = rightProbability(known);
  return right
    ? (known * rightProbability(1)) / rightly
    : (known * (1 - rightProbability(1))) / (1 - rightly);
}

import { type Random, seeded } from '../../quiz/random.ts';
import type { Model } from '../belief.ts';
import { creditOf } from '../credit.ts';
import { answered, groupToAsk, type PlacementAnswer, placementOf } from '../placement.ts';

/** Learners made by the model's own rule, to measure what a placement says of them. */

/** Which ranks a learner knows. The rank that is known with probability one half is in the library, or just beyond it. */
function simulated({ size }: Model, spread: number, random: Random): readonly boolean[] {
  const ability = Math.log(1 + random() * 1.25 * size);
  return Array.from({ length: size }, (_, index) => {
    const known = 1 / (1 + Math.exp((Math.log(index + 1) - ability) / spread));
    return random() < known;
  });
}

/** Asks until the rule stops; somebody who does not know guesses among three options. */
export function placed(model: Model, known: readonly boolean[], random: Random) {
  const answers: PlacementAnswer[] = [];
  for (let placement = placementOf(model, []); ; ) {
    const group = groupToAsk(model, placement, model.groups.keys(), false);
    if (group === undefined) return { answers, ...placement };
    const first = model.groups[group] ?? 1;
    const next = model.groups[group + 1] ?? model.size + 1;
    const rank = first + Math.floor(random() * (next - first));
    const answer = { rank, right: known[rank - 1] === true || random() < 1 / 3 };
    answers.push(answer);
    placement = answered(model, placement, answer);
  }
}

/** Shares, from 0 to 1: errors of the library's size, `unknown` of what is credited under Careful. */
export interface Accuracy {
  readonly medianError: number;
  /** Ranges that hold the true number. */
  readonly held: number;
  readonly unknown: number;
  /** Credited fragments for each known one. */
  readonly creditedOfKnown: number;
  readonly questions: number;
}

export function accuracyOf(model: Model, spread: number, learners: number): Accuracy {
  const random = seeded(`placement ${spread}`);
  const errors: number[] = [];
  let [held, credited, unknown, knownOfAll, questions] = [0, 0, 0, 0, 0];
  for (let learner = 0; learner < learners; learner++) {
    const known = simulated(model, spread, random);
    const truth = known.filter(Boolean).length;
    const { answers, belief, trace } = placed(model, known, random);
    const last = trace.at(-1);
    if (!last) throw new Error('nothing was asked');
    errors.push(Math.abs(last.known - truth) / model.size);
    if (last.low <= truth && truth <= last.high) held++;
    const right = new Map(answers.map(answer => [answer.rank, answer.right]));
    const { ranks, counts } = creditOf(model, belief, right);
    const careful = ranks.slice(0, counts.careful);
    credited += careful.length;
    unknown += careful.filter(rank => !known[rank - 1]).length;
    knownOfAll += truth;
    questions += answers.length;
  }
  return {
    medianError: errors.toSorted((a, b) => a - b)[Math.floor(learners / 2)] ?? Number.NaN,
    held: held / learners,
    unknown: unknown / credited,
    creditedOfKnown: credited / knownOfAll,
    questions: questions / learners,
  };
}

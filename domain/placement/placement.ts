import { afterAnswer, type Belief, groupOf, type Model } from './belief.ts';
import { type Estimate, estimateOf } from './estimate.ts';
import { mostInformative } from './next-question.ts';

/** A placement: asks about fragments of a library until the number of fragments that the learner knows is known well enough. */

export interface PlacementAnswer {
  /** Of the rarest fragment that the question asks for. */
  readonly rank: number;
  readonly right: boolean;
}

export interface Placement {
  readonly belief: Belief;
  /** After each answer. */
  readonly trace: readonly Estimate[];
}

/** Fewest and most questions. */
const QUESTIONS = { least: 12, most: 20 } as const;
/** The range is narrow enough at this share of the library. */
const NARROW = 0.2;

export const mostQuestions = QUESTIONS.most;

export function placementOf(model: Model, answers: readonly PlacementAnswer[]): Placement {
  const begun: Placement = { belief: model.prior, trace: [] };
  return answers.reduce((placement, answer) => answered(model, placement, answer), begun);
}

/** The placement after one more answer. */
export function answered(model: Model, placement: Placement, { rank, right }: PlacementAnswer): Placement {
  const belief = afterAnswer(model, placement.belief, groupOf(model, rank), right);
  return { belief, trace: [...placement.trace, estimateOf(model, belief)] };
}

/**
 * The group of ranks to ask next; undefined when enough has been asked.
 * @param open groups that still have a question
 * @param more the learner wants to answer more than needed
 */
export function groupToAsk(
  model: Model,
  { belief, trace }: Placement,
  open: Iterable<number>,
  more: boolean,
): number | undefined {
  const last = trace.at(-1);
  const isNarrow = last !== undefined && last.high - last.low <= NARROW * model.size;
  if (trace.length >= QUESTIONS.most || (trace.length >= QUESTIONS.least && isNarrow && !more))
    return undefined;
  return mostInformative(model, belief, open);
}

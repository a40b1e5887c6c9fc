import type { RecordedVocabularyEvent } from '../../domain/vocabulary/history.ts';
import { defaultParameters, type Parameters } from '../memory.ts';
import { stepsOf } from '../steps.ts';
import { bestOf, compareOn } from './log-loss.ts';
import type { Optimiser } from './optimiser.ts';
import { collectReviews } from './reviews.ts';
import { trainingItems } from './training.ts';

/** Reviews from which on parameters are fitted, and that must be added before they are again. */
export const REVIEWS_TO_FIT = 400;
/** Of a long history that share must be added: what is learned from it hardly changes any more. */
const SHARE_TO_FIT_AGAIN = 1 / 4;

/** Share of the reviews, the newest, that parameters are compared on and not trained on. */
const HELD_OUT = 1 / 4;

/** Reviews after which parameters are fitted again. @param tried reviews when it was tried last; 0: never */
export const nextFitAt = (tried: number) =>
  tried + Math.max(REVIEWS_TO_FIT, Math.ceil(tried * SHARE_TO_FIT_AGAIN));

/** A vocabulary's events from the first to the same last one each time, page by page. */
export type Pages = () => AsyncIterable<readonly RecordedVocabularyEvent[]>;

export interface Fit {
  readonly reviews: number;
  /** Undefined: there were too few reviews to try. */
  readonly tried?: {
    /** Those that did best on the held-out reviews; undefined: the ones for everybody. */
    readonly parameters: Parameters | undefined;
    /** They are new: neither the ones before nor the ones for everybody. */
    readonly isNew: boolean;
    readonly heldOut: number;
    /** Mean log loss on the held-out reviews, with the parameters before and with the best ones. */
    readonly loss: { readonly before: number; readonly after: number };
  };
}

/**
 * Fits parameters to the earlier part of a history. They are taken only if they lower the log loss on the later part.
 * @param before the learner's own so far; undefined: those for everybody
 */
export async function fitHistory(
  pages: Pages,
  {
    before,
    tried,
    optimise,
  }: { readonly before: Parameters | undefined; readonly tried: number; readonly optimise: Optimiser },
): Promise<Fit> {
  const collected = collectReviews();
  for await (const page of pages())
    for (const event of page) for (const change of stepsOf(event)) collected.add(event.data.epoch, change);
  const reviews = collected.reviews();
  if (reviews < nextFitAt(tried)) return { reviews };
  const from = collected.timeOf(1 - HELD_OUT);
  const found = await optimise(trainingItems(collected.histories(), from));

  const everybodys = { parameters: defaultParameters, own: undefined, isNew: false };
  const candidates = [
    ...(before ? [{ parameters: before, own: before, isNew: false }] : []),
    everybodys,
    ...(found ? [{ parameters: found, own: found, isNew: true }] : []),
  ];
  const compared = compareOn(
    from,
    candidates.map(({ parameters }) => parameters),
  );
  for await (const page of pages())
    for (const event of page) for (const change of stepsOf(event)) compared.add(event.data.epoch, change);
  const results = compared.results();
  const best = bestOf(results);
  const { own, isNew } = candidates[best] ?? everybodys;
  const lossOf = (index: number) => results[index]?.loss ?? Number.NaN;
  return {
    reviews,
    tried: {
      parameters: own,
      isNew,
      heldOut: compared.reviews(),
      loss: { before: lossOf(0), after: lossOf(best) },
    },
  };
}

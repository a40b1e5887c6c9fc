import { type FSRSState, type Grade, Rating } from 'ts-fsrs';
import { expectedRight, GUESS_RATE, initialGrade, type Scheduler } from '../memory.ts';
import { type History, isReview } from './reviews.ts';

/** A grade of FSRS, and the whole days since the one before it: the optimiser knows no fractions. */
export interface Graded {
  readonly rating: Grade;
  readonly days: number;
}

/** A review as the optimiser takes it: the grades before it, and how it ended. */
export interface TrainingItem {
  readonly before: readonly Graded[];
  readonly days: number;
  readonly right: boolean;
  /** Seconds since 1970. */
  readonly at: number;
}

/** The newest reviews that are trained on: more make it slower and hardly better. */
export const MAX_ITEMS = 20_000;

/** All reviews before a time, oldest first. */
export function trainingItems(histories: readonly History[], before: number): readonly TrainingItem[] {
  return histories
    .flatMap(history => itemsOf(history, before))
    .sort((a, b) => a.at - b.at)
    .slice(-MAX_ITEMS);
}

function itemsOf(history: History, before: number): TrainingItem[] {
  const items: TrainingItem[] = [];
  let graded: Graded[] = [];
  let told = true;
  for (const { change, days } of history) {
    if (change.at >= before) break;
    const whole = graded.length === 0 ? 0 : Math.max(1, Math.round(days));
    const grade = (rating: Grade) => void graded.push({ rating, days: whole });
    switch (change.kind) {
      case 'right':
      case 'wrong':
        if (told && graded.length > 0 && isReview(change, days))
          items.push({ before: [...graded], days: whole, right: change.kind === 'right', at: change.at });
        grade(change.kind === 'right' ? Rating.Good : Rating.Again);
        break;
      case 'lowered':
        grade(Rating.Again);
        break;
      case 'raised':
        // No grade says that a known fragment is said to be known better: what follows is not trained on.
        if (graded.length === 0) grade(initialGrade[change.to]);
        else told = false;
        break;
      case 'unmet':
        graded = [];
        told = true;
        break;
    }
  }
  return items;
}

/**
 * Tells which reviews ended in recall, one after the other. FSRS knows no guessing: trained on right answers it would learn
 * how often a learner is right, guesses included, and ask too late. So of the right answers as many are taken for forgotten
 * as guesses are expected among them, given how probable recall was.
 * @param fsrs with the parameters that say how probable
 */
export function withoutGuesses(fsrs: Scheduler): (item: TrainingItem) => boolean {
  let guesses = 0;
  return item => {
    if (!item.right) return false;
    const recall = recallBefore(fsrs, item);
    guesses += ((1 - recall) * GUESS_RATE) / expectedRight(recall);
    if (guesses < 1) return true;
    guesses -= 1;
    return false;
  };
}

function recallBefore(fsrs: Scheduler, { before, days }: TrainingItem): number {
  const memory = before.reduce<FSRSState | null>(
    (state, { rating, days }) => fsrs.next_state(state, days, rating),
    null,
  );
  return memory ? fsrs.forgetting_curve(days, memory.stability) : 0;
}

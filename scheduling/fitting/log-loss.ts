import { DAY, expectedRight, type Parameters, recall, scheduler } from '../memory.ts';
import { appendStep, emptySchedule, memoryFrom, type Schedule } from '../schedule.ts';
import type { FragmentScheduleStep } from '../steps.ts';
import { isReview } from './reviews.ts';

/** No probability is told as certain: one answer against it would outweigh all the others. */
const CERTAIN = 1e-6;

/** What an answer costs a prediction: next to nothing when it was sure and right, much when it was sure and wrong. */
export function lossOf(expected: number, right: boolean): number {
  return -Math.log(Math.max(CERTAIN, right ? expected : 1 - expected));
}

/** How parameters did on the answers that they were not trained on. */
export interface Result {
  /** Mean log loss. */
  readonly loss: number;
  /** By how much it is lower than that of the first candidate, and the standard error of that. */
  readonly gain: number;
  readonly error: number;
}

/**
 * The index of the parameters to take: those with the lowest loss. The first are the ones in use: others must lower the
 * loss by more than a standard error, or chance alone would replace them half of the time.
 */
export function bestOf(results: readonly Result[]): number {
  return results.reduce(
    (best, { loss, gain, error }, index) =>
      gain > error && loss < (results[best]?.loss ?? Number.NaN) ? index : best,
    0,
  );
}

/**
 * Compares parameters by reviews. What each predicts is what the schedule would have told the learner before the answer:
 * from the memory before the kept steps, and with guesses right in a third of the cases.
 * @param from seconds since 1970: reviews from then on are compared
 */
export function compareOn(from: number, candidates: readonly Parameters[]) {
  const everybodys = scheduler();
  const compared = candidates.map(parameters => ({
    fsrs: scheduler(parameters),
    sum: 0,
    gains: 0,
    squares: 0,
  }));
  const schedules = new Map<string, Schedule>();
  let reviews = 0;

  function compare({ base, steps }: Schedule, at: number, right: boolean): void {
    reviews += 1;
    let first: number | undefined;
    for (const each of compared) {
      const memory = memoryFrom(each.fsrs, base, steps);
      const loss = lossOf(expectedRight(memory ? recall(each.fsrs, memory, at) : 0), right);
      first ??= loss;
      each.sum += loss;
      each.gains += first - loss;
      each.squares += (first - loss) ** 2;
    }
  }

  return {
    /** Steps in the order of their stream. @param epoch of their event */
    add(epoch: number, { fragment, ...next }: FragmentScheduleStep): void {
      const key = `${epoch} ${fragment}`;
      const schedule = schedules.get(key) ?? emptySchedule;
      const { memory } = schedule;
      const { change } = next;
      if (memory && change.at >= from && isReview(change, (change.at - memory.at) / DAY))
        compare(schedule, change.at, change.kind === 'right');
      schedules.set(key, appendStep(everybodys, schedule, next));
    },
    reviews: () => reviews,
    /** One for each of the candidates. */
    results: (): readonly Result[] =>
      compared.map(({ sum, gains, squares }) => {
        const gain = gains / reviews;
        const variance = Math.max(0, squares / reviews - gain ** 2);
        return { loss: sum / reviews, gain, error: Math.sqrt(variance / reviews) };
      }),
  };
}

import { DAY, INTERVALS } from '../memory.ts';
import { type ScheduleStep, withoutUndone } from '../schedule.ts';
import type { FragmentScheduleStep } from '../steps.ts';

/**
 * Collects the reviews of a learner's history. A review here is an answer at least the schedule's shortest interval after the
 * fragment's previous step, because a right answer a minute later says nothing about forgetting (decision 58).
 */

/** A step with the days since the fragment's previous step; 0 for the first. */
export interface Spaced extends ScheduleStep {
  readonly days: number;
}

/** Steps of one fragment in one epoch, oldest first. */
export type History = readonly Spaced[];

/** Later steps of a fragment add little. Bounds the memory of a history. */
const MAX_STEPS = 64;

/** @param days since the fragment's previous step */
export const isReview = ({ kind }: ScheduleStep['change'], days: number) =>
  (kind === 'right' || kind === 'wrong') && days >= INTERVALS.shortest;

interface Collected {
  /** Time of the last step. */
  last: number;
  readonly steps: Spaced[];
}

function lastWithout({ last, steps }: Collected, undone: string): number {
  return (
    steps.findLast(({ command, change }) => command !== undone && change.kind !== 'undo')?.change.at ?? last
  );
}

/** Collects the steps of a vocabulary, which are added in the order of their stream. */
export function collectReviews() {
  const fragments = new Map<string, Collected>();
  const times: number[] = [];
  return {
    /** @param epoch of the event: what was met in another one begins anew */
    add(epoch: number, { fragment, command, change }: FragmentScheduleStep): void {
      const key = `${epoch} ${fragment}`;
      const known = fragments.get(key);
      const days = known ? Math.max(0, change.at - known.last) / DAY : 0;
      const spaced = { command, change, days };
      const history: Collected = known ?? { last: change.at, steps: [] };
      fragments.set(key, history);
      history.last =
        change.kind === 'undo' ? lastWithout(history, change.of) : Math.max(history.last, change.at);
      if (isReview(change, days)) times.push(change.at);
      // A right answer within a sitting changes next to nothing, and is most of what a history consists of.
      if (history.steps.length < MAX_STEPS && !(known && change.kind === 'right' && !isReview(change, days)))
        history.steps.push(spaced);
    },
    /** How many reviews there were. */
    reviews: () => times.length,
    /** The time from which on a share of the reviews was made; seconds since 1970. */
    timeOf: (share: number) => times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0,
    /** Without what was undone. */
    histories: (): History[] => Array.from(fragments.values(), ({ steps }) => withoutUndone(steps)),
  };
}

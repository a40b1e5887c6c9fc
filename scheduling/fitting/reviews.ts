import type { FragmentDeed } from '../deeds.ts';
import { DAY, INTERVALS } from '../memory.ts';
import { type CommandedDeed, withoutUndone } from '../schedule.ts';

/**
 * What a learner's history says about forgetting. A review, here, is an answer to a fragment that was not dealt with for at
 * least as long as the schedule's shortest interval: a text repeats its words, and what is right a minute later says
 * nothing about what is remembered a week later.
 */

/** A deed with the days since the one before it of the same fragment; 0 for the first. */
export interface Spaced extends CommandedDeed {
  readonly days: number;
}

/** Deeds of one fragment in one epoch, oldest first. */
export type History = readonly Spaced[];

/** Later deeds of a fragment say next to nothing: it is known by then. It bounds the memory that a history needs. */
const MAX_DEEDS = 64;

/** @param days since the deed before it of the same fragment */
export const isReview = ({ kind }: CommandedDeed['deed'], days: number) =>
  (kind === 'right' || kind === 'wrong') && days >= INTERVALS.shortest;

interface Collected {
  /** When something was done with it last. */
  last: number;
  readonly deeds: Spaced[];
}

function lastWithout({ last, deeds }: Collected, undone: string): number {
  return deeds.findLast(({ command, deed }) => command !== undone && deed.kind !== 'undo')?.deed.at ?? last;
}

/** Collects the deeds of a vocabulary, which are added in the order of their stream. */
export function collectReviews() {
  const fragments = new Map<string, Collected>();
  const times: number[] = [];
  return {
    /** @param epoch of the event: what was met in another one begins anew */
    add(epoch: number, { fragment, command, deed }: FragmentDeed): void {
      const key = `${epoch} ${fragment}`;
      const known = fragments.get(key);
      const days = known ? Math.max(0, deed.at - known.last) / DAY : 0;
      const spaced = { command, deed, days };
      const history: Collected = known ?? { last: deed.at, deeds: [] };
      fragments.set(key, history);
      history.last = deed.kind === 'undo' ? lastWithout(history, deed.of) : Math.max(history.last, deed.at);
      if (isReview(deed, days)) times.push(deed.at);
      // A right answer within a sitting changes next to nothing, and is most of what a history consists of.
      if (history.deeds.length < MAX_DEEDS && !(known && deed.kind === 'right' && !isReview(deed, days)))
        history.deeds.push(spaced);
    },
    /** How many reviews there were. */
    reviews: () => times.length,
    /** The time from which on a share of the reviews was made; seconds since 1970. */
    timeOf: (share: number) => times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0,
    /** Without what was undone. */
    histories: (): History[] => Array.from(fragments.values(), ({ deeds }) => withoutUndone(deeds)),
  };
}

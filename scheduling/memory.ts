import { default_w, FSRSAlgorithm, type Grade, Rating } from 'ts-fsrs';
import type { Level } from '../domain/vocabulary/levels.ts';

/**
 * The FSRS (ts-fsrs) estimate of a learner's memory of one fragment, and how the learner's answers and marks change it. Decision
 * 42 gives the reasons.
 */
export interface Memory {
  /** Days after which the learner recalls it with a probability of 0.9. */
  readonly stability: number;
  /** 1 (easy) to 10. */
  readonly difficulty: number;
  /** Answers, and the wrong ones among them after the first. */
  readonly reps: number;
  readonly lapses: number;
  /** Seconds since 1970 of what was done last. */
  readonly at: number;
  /** The sentence of the last answer, when that was wrong; null otherwise. */
  readonly missedIn: string | null;
}

/** An act of the learner that changes the memory. Times are seconds since 1970. */
export type MemoryChange =
  | { readonly kind: 'right'; readonly at: number }
  | { readonly kind: 'wrong'; readonly at: number; readonly sentence: string }
  /** Marked higher, or credited; not an answer. */
  | { readonly kind: 'raised'; readonly at: number; readonly to: Exclude<Level, 'new'> }
  /** Marked or tapped lower. */
  | { readonly kind: 'lowered'; readonly at: number }
  /** New again. */
  | { readonly kind: 'unmet'; readonly at: number };

export type Scheduler = FSRSAlgorithm;

/** Seconds. */
export const DAY = 86_400;

/** Probability of recall at which a fragment is due. */
export const RECALL_WHEN_DUE = 0.9;

/** Shortest and longest time until a fragment is due, in days: what is missed in the evening comes back in the morning. */
export const INTERVALS = { shortest: 2 / 3, longest: 3_650 };

/** The grade whose first stability a fragment gets that enters at a level without having been asked. */
export const initialGrade: Readonly<Record<Exclude<Level, 'new'>, Grade>> = {
  I: Rating.Again,
  II: Rating.Hard,
  III: Rating.Good,
  IV: Rating.Easy,
};

/** The 21 weights of FSRS-6. */
export type Parameters = readonly number[];

/** Those of ts-fsrs, which are fitted to many learners. */
export const defaultParameters: Parameters = default_w;

export function scheduler(parameters: Parameters = defaultParameters): Scheduler {
  // No learning steps within a day: the text itself repeats its words, and elapsed time counts in fractions of a day.
  return new FSRSAlgorithm({ enable_short_term: false, w: [...parameters] });
}

/** Memory after a change; null: never met. A late change counts as made at the time of the last one. */
export function memoryAfter(fsrs: Scheduler, memory: Memory | null, change: MemoryChange): Memory | null {
  const at = Math.max(change.at, memory?.at ?? 0);
  const grade = (rating: Grade) => fsrs.next_state(memory, memory ? (at - memory.at) / DAY : 0, rating);
  const { reps = 0, lapses = 0, missedIn = null } = memory ?? {};
  switch (change.kind) {
    case 'right':
      return { ...grade(Rating.Good), reps: reps + 1, lapses, at, missedIn: null };
    case 'wrong':
      return {
        ...grade(Rating.Again),
        reps: reps + 1,
        lapses: lapses + (memory ? 1 : 0),
        at,
        missedIn: change.sentence,
      };
    case 'raised': {
      const start = fsrs.next_state(null, 0, initialGrade[change.to]);
      if (!memory) return { ...start, reps, lapses, at, missedIn };
      return { ...memory, stability: Math.max(memory.stability, start.stability), at, missedIn: null };
    }
    case 'lowered':
      return { ...grade(Rating.Again), reps, lapses, at, missedIn };
    case 'unmet':
      return null;
  }
}

/** When a fragment is due, in seconds since 1970. */
export function dueAt({ at, stability }: Memory): number {
  const days = Math.min(Math.max(stability, INTERVALS.shortest), INTERVALS.longest);
  return at + Math.round(days * DAY);
}

/** Probability that the learner recalls the fragment at a time. */
export function recall(
  fsrs: Scheduler,
  { at, stability }: Pick<Memory, 'at' | 'stability'>,
  now: number,
): number {
  return fsrs.forgetting_curve(Math.max(0, now - at) / DAY, stability);
}

/** Probability of a right answer: without recall, a guess among three options is right in a third of all cases. */
export const GUESS_RATE = 1 / 3;
export const expectedRight = (recall: number) => recall + (1 - recall) * GUESS_RATE;

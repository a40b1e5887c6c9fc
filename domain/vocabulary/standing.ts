import type { FragmentStep, StepCause } from './history.ts';
import { levels } from './levels.ts';

/** Why a fragment stands where it stands. */
export interface Standing {
  /** ISO 8601: when it came to its level. */
  readonly since: string;
  /** What brought it there. */
  readonly kind: StepCause['kind'];
  /** Sentences with a right answer that led here, one after the other; 0 when something else did. */
  readonly right: number;
}

/**
 * From the steps that moved a fragment, oldest first; steps that did not are ignored. Null when nothing moved it.
 */
export function standingOf(steps: readonly FragmentStep[]): Standing | null {
  const moved = steps.filter(({ from, to }) => from !== to);
  const last = moved.at(-1);
  if (!last) return null;
  const isClimb = ({ from, to, cause }: FragmentStep) =>
    cause.kind === 'answers' && levels.indexOf(to) > levels.indexOf(from);
  const end = moved.findLastIndex(step => !isClimb(step));
  const climb = moved.slice(end + 1);
  const right = climb.filter(
    ({ cause }) => cause.kind === 'answers' && cause.answers.some(([, , , right]) => right),
  );
  return { since: last.at, kind: last.cause.kind, right: right.length };
}

import type { FragmentStep, StepCause } from './history.ts';
import { levels } from './levels.ts';

/** The reason for a fragment's level. */
export interface LevelReason {
  /** Time of the last move, ISO 8601. */
  readonly since: string;
  /** Cause of the last move. */
  readonly kind: StepCause['kind'];
  /** Number of consecutive sentences with a right answer that led to the level; 0 for other causes. */
  readonly right: number;
}

/** @param steps oldest first; those that did not move the fragment are ignored. @returns null without a move */
export function levelReason(steps: readonly FragmentStep[]): LevelReason | null {
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

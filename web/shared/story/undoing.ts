import type { Level } from '../../../domain/vocabulary/levels.ts';
import { levelWithoutStep } from '../../../domain/vocabulary/replay.ts';
import type { StoryStep } from './texts.ts';

/** The effect of undoing a step. */
export type Undoing =
  /** A reset, a step before one, or a change of the level policy. */
  | { readonly can: 'not' }
  | { readonly can: 'done already' }
  /** Older steps must be loaded first. */
  | { readonly can: 'ask for more' }
  /** `depends`: later steps depend on it. */
  | { readonly can: 'undo'; readonly from: Level; readonly to: Level; readonly depends: boolean };

/**
 * @param steps the loaded ones, newest first
 * @param epoch the learner's current one
 */
export function undoingOf(
  steps: readonly StoryStep[],
  step: StoryStep,
  { epoch, complete }: { readonly epoch: number; readonly complete: boolean },
): Undoing {
  const { kind } = step.cause;
  if (step.epoch !== epoch || kind === 'reset' || kind === 'reset undone' || kind === 'policy')
    return { can: 'not' };
  if (isUndone(steps, step.commandId)) return { can: 'done already' };
  const index = steps.indexOf(step);
  const oldestFirst = steps.slice(0, index + 1).toReversed();
  const to =
    levelWithoutStep(oldestFirst, step.commandId) ?? levelWithoutStep(steps.toReversed(), step.commandId);
  if (to === undefined) return { can: complete ? 'not' : 'ask for more' };
  return { can: 'undo', from: steps[0]?.to ?? 'new', to, depends: index > 0 };
}

/** Whether an undo of it is in force, that is, was not undone itself. */
function isUndone(steps: readonly StoryStep[], commandId: string): boolean {
  return steps.some(
    ({ cause, commandId: undo }) =>
      cause.kind === 'undo' && cause.command === commandId && !isUndone(steps, undo),
  );
}

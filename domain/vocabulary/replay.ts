import { answered, type Level, tapped } from './levels.ts';
import type { BulkCause } from './vocabulary.ts';

/** What a replay needs to know of a fragment's step. */
export interface ReplayedStep {
  readonly commandId: string;
  readonly from: Level;
  readonly to: Level;
  readonly cause:
    | {
        readonly kind: 'answers';
        /** Of each answer that asked for the fragment. */
        readonly rights: readonly boolean[];
      }
    | { readonly kind: 'undo'; readonly command: string; readonly fragment?: string | undefined }
    | { readonly kind: 'tap' | 'mark' | 'reset' | 'reset undone' | Exclude<BulkCause['kind'], 'undo'> };
}

/**
 * The level that a fragment would have without one command: all other steps are replayed in order. Answers and taps apply
 * to the replayed level; marks and bulk acts set the recorded level. The undo of a whole command restores the replayed level
 * from before it; the undo of a step leaves that step out of the replay. Resets stay. An undone command, and an undo that
 * was itself undone, have no effect.
 * @param steps of one fragment, oldest first, from the command's step (or an earlier one) to the newest
 * @returns undefined when a step undoes one that is older than `steps`: load more of the history
 */
export function levelWithoutStep(
  steps: readonly ReplayedStep[],
  commandId: string | undefined,
): Level | undefined {
  const known = new Set(steps.map(step => step.commandId));
  const isKnown = ({ cause }: ReplayedStep) => cause.kind !== 'undo' || known.has(cause.command);
  if (!steps.every(isKnown)) return undefined;
  const leftOut = new Set<string>(commandId === undefined ? [] : [commandId]);
  const stepUndos = new Set(
    steps.flatMap(({ commandId: id, cause }) =>
      cause.kind === 'undo' && cause.fragment !== undefined ? [id] : [],
    ),
  );
  // From the newest on, so that an undo that was undone is known before it leaves a step out.
  for (const { commandId: id, cause } of steps.toReversed())
    if (cause.kind === 'undo' && !leftOut.has(id) && (stepUndos.has(id) || stepUndos.has(cause.command)))
      leftOut.add(cause.command);

  /** Replayed level before each command. */
  const before = new Map<string, Level>();
  let level = steps[0]?.from ?? 'new';
  let beforeReset: Level = 'new';
  for (const { commandId: id, from, to, cause } of steps) {
    before.set(id, level);
    if (cause.kind === 'reset') {
      beforeReset = level;
      level = 'new';
    } else if (cause.kind === 'reset undone') level = beforeReset;
    else if (leftOut.has(id)) continue;
    else if (cause.kind === 'undo') {
      if (cause.fragment === undefined && !leftOut.has(cause.command))
        level = before.get(cause.command) ?? to;
    } else level = replayed(cause, level, from, to);
  }
  return level;
}

/** The level after a step when the level before it may differ from the recorded one. */
function replayed(
  cause: Exclude<ReplayedStep['cause'], { readonly kind: 'undo' }>,
  level: Level,
  recordedFrom: Level,
  recordedTo: Level,
): Level {
  if (level === recordedFrom) return recordedTo;
  if (cause.kind === 'tap') return tapped(level);
  if (cause.kind !== 'answers') return recordedTo;
  return answered(level, cause.rights);
}

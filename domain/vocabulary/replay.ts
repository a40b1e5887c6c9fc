import { answered, type LevelPolicy, levelPolicies } from './level-policies.ts';
import { type Level, tapped } from './levels.ts';
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
        /** That decided; the specification's when absent. */
        readonly policy?: LevelPolicy | undefined;
      }
    | { readonly kind: 'policy'; readonly policy: LevelPolicy }
    | { readonly kind: 'undo'; readonly command: string; readonly fragment?: string | undefined }
    | {
        readonly kind:
          | 'tap'
          | 'mark'
          | 'reset'
          | 'reset undone'
          | Exclude<BulkCause['kind'], 'undo' | 'policy'>;
      };
}

/** A replayed level: under the policies as they applied, and under each policy as if it had always applied. */
export interface Replayed {
  readonly level: Level;
  readonly under: Readonly<Record<LevelPolicy, Level>>;
}

export function replayedAt(level: Level): Replayed {
  return { level, under: underEach(() => level) };
}

/**
 * The levels after a step. Answers and taps apply to the replayed level; marks and bulk acts set the recorded level. A
 * change of the policy recounts all earlier answers.
 * @param step neither a reset nor an undo
 */
export function replayed(before: Replayed, { from, to, cause }: ReplayedStep): Replayed {
  if (cause.kind === 'policy') return { ...before, level: before.under[cause.policy] };
  const decidedBy = (cause.kind === 'answers' && cause.policy) || 'standard';
  const after = (level: Level, policy: LevelPolicy): Level => {
    if (cause.kind === 'tap') return level === from ? to : tapped(level);
    if (cause.kind !== 'answers') return to;
    // Old logs have steps whose answers are not known.
    const isRecorded = policy === decidedBy || cause.rights.length === 0;
    return level === from && isRecorded ? to : answered(level, cause.rights, policy);
  };
  return {
    level: after(before.level, decidedBy),
    under: underEach(policy => after(before.under[policy], policy)),
  };
}

function underEach(level: (policy: LevelPolicy) => Level): Readonly<Record<LevelPolicy, Level>> {
  const names = Object.keys(levelPolicies) as LevelPolicy[];
  return Object.fromEntries(names.map(name => [name, level(name)])) as Record<LevelPolicy, Level>;
}

/** The effect of an undo on one fragment. */
export interface Undo {
  readonly commandId: string;
  readonly cause: Extract<ReplayedStep['cause'], { readonly kind: 'undo' }>;
}

/**
 * The commands that a replay leaves out, because their step was undone, or because they are an undo that was undone.
 * @param undos of one fragment, oldest first
 * @param without another command to leave out
 */
export function leftOutBy(undos: readonly Undo[], without?: string): ReadonlySet<string> {
  const leftOut = new Set<string>(without === undefined ? [] : [without]);
  const stepUndos = new Set(
    undos.flatMap(({ commandId, cause }) => (cause.fragment === undefined ? [] : [commandId])),
  );
  // Newest first, so that an undone undo is found before it would leave a step out.
  for (const { commandId, cause } of undos.toReversed())
    if (!leftOut.has(commandId) && (stepUndos.has(commandId) || stepUndos.has(cause.command)))
      leftOut.add(cause.command);
  return leftOut;
}

/**
 * The level that a fragment would have without one command: all other steps are replayed in order. The undo of a whole
 * command restores the replayed level from before it; the undo of a step leaves that step out of the replay. Resets stay. An
 * undone command, and an undo that was itself undone, have no effect.
 * @param steps of one fragment, oldest first, from the command's step (or an earlier one) to the newest
 * @returns undefined when a step undoes or recounts something older than `steps`: load more of the history
 */
export function levelWithoutStep(
  steps: readonly ReplayedStep[],
  commandId: string | undefined,
): Level | undefined {
  const known = new Set(steps.map(step => step.commandId));
  const start = steps[0]?.from ?? 'new';
  const isKnown = ({ cause }: ReplayedStep) =>
    // A new fragment is new under every policy.
    cause.kind === 'policy' ? start === 'new' : cause.kind !== 'undo' || known.has(cause.command);
  if (!steps.every(isKnown)) return undefined;
  const leftOut = leftOutBy(
    steps.filter((step): step is ReplayedStep & Undo => step.cause.kind === 'undo'),
    commandId,
  );

  /** The level before each command. */
  const before = new Map<string, Replayed>();
  let now = replayedAt(start);
  let beforeReset = replayedAt('new');
  for (const step of steps) {
    const { commandId: id, to, cause } = step;
    before.set(id, now);
    if (cause.kind === 'reset') {
      beforeReset = now;
      now = replayedAt('new');
    } else if (cause.kind === 'reset undone') now = beforeReset;
    else if (leftOut.has(id)) continue;
    else if (cause.kind === 'undo') {
      if (cause.fragment === undefined && !leftOut.has(cause.command))
        now = before.get(cause.command) ?? replayedAt(to);
    } else {
      now = replayed(now, step);
      // So that an undo restores a level under the new policy.
      if (cause.kind === 'policy') for (const [name, then] of before) before.set(name, replayed(then, step));
    }
  }
  return now.level;
}

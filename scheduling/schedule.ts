import type { Level } from '../domain/vocabulary/levels.ts';
import { type Memory, type MemoryChange, memoryAfter, type Scheduler } from './memory.ts';

/**
 * A fragment's memory with its last steps. To undo one of them, the memory is computed again from `base`, the memory before
 * them. Older steps are part of `base` and cannot be undone (decision 42).
 */
export interface Schedule {
  /** The memory after the steps; null: never met, or new again. */
  readonly memory: Memory | null;
  /** Memory before the first of the steps. */
  readonly base: Memory | null;
  /** Oldest first, `MAX_STEPS` at most. */
  readonly steps: readonly ScheduleStep[];
}

export interface ScheduleStep {
  /** The command, shortened by `shortCommandId`. */
  readonly command: string;
  readonly change: MemoryChange | { readonly kind: 'undo'; readonly at: number; readonly of: string };
}

/** A fragment is asked at most once per sentence, so this is more than a learner undoes at a time. */
const MAX_STEPS = 16;

export const emptySchedule: Schedule = { memory: null, base: null, steps: [] };

/** Appends a step. An undo of a step older than the kept ones changes nothing. */
export function appendStep(fsrs: Scheduler, schedule: Schedule, next: ScheduleStep): Schedule {
  const { change } = next;
  if (change.kind === 'undo' && !schedule.steps.some(({ command }) => command === change.of)) return schedule;
  const steps = [...schedule.steps, next];
  const { base, kept } =
    steps.length > MAX_STEPS ? dropOldest(fsrs, schedule.base, steps) : { ...schedule, kept: steps };
  const memory =
    change.kind === 'undo' ? memoryFrom(fsrs, base, kept) : memoryAfter(fsrs, schedule.memory, change);
  return { memory, base, steps: kept };
}

function dropOldest(fsrs: Scheduler, base: Memory | null, steps: readonly ScheduleStep[]) {
  const [oldest] = steps;
  const kept = steps.slice(1);
  if (!oldest || oldest.change.kind === 'undo' || !withoutUndone(steps).includes(oldest))
    return { base, kept };
  return { base: memoryAfter(fsrs, base, oldest.change), kept };
}

/** The memory after the steps, starting from `base`. @param fsrs may have a learner's own parameters */
export function memoryFrom(
  fsrs: Scheduler,
  base: Memory | null,
  steps: readonly ScheduleStep[],
): Memory | null {
  return withoutUndone(steps).reduce<Memory | null>(
    (memory, { change }) => (change.kind === 'undo' ? memory : memoryAfter(fsrs, memory, change)),
    base,
  );
}

/** The steps that were not undone. An undo can itself be undone; the newest decides. */
export function withoutUndone<Kept extends ScheduleStep>(steps: readonly Kept[]): readonly Kept[] {
  const undone = new Set<string>();
  const stand: Kept[] = [];
  for (const each of steps.toReversed()) {
    if (undone.has(each.command)) continue;
    if (each.change.kind === 'undo') undone.add(each.change.of);
    else stand.push(each);
  }
  return stand.reverse();
}

/** A hash of a command's id in seven characters (FNV-1a), enough to distinguish the last few commands of a fragment. */
export function shortCommandId(id: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < id.length; index++) hash = Math.imul(hash ^ id.charCodeAt(index), 0x01000193);
  return (hash >>> 0).toString(36);
}

/** A step as a list: a sign for what was done, when, by which command, and what else is known of it. */
type SerializedStep =
  | readonly [sign: 'g' | 'l' | 'n', at: number, command: string]
  | readonly [sign: 'a', at: number, command: string, sentence: string]
  | readonly [sign: 'r', at: number, command: string, to: Exclude<Level, 'new'>]
  | readonly [sign: 'u', at: number, command: string, of: string];

/** `base` and `steps` as one short text. */
export function serialized({ base, steps }: Pick<Schedule, 'base' | 'steps'>): string {
  const from = base && [base.stability, base.difficulty, base.reps, base.lapses, base.at, base.missedIn];
  return JSON.stringify([from, ...steps.map(serializedStep)]);
}

function serializedStep({ command, change }: ScheduleStep): SerializedStep {
  switch (change.kind) {
    case 'right':
      return ['g', change.at, command];
    case 'wrong':
      return ['a', change.at, command, change.sentence];
    case 'raised':
      return ['r', change.at, command, change.to];
    case 'lowered':
      return ['l', change.at, command];
    case 'unmet':
      return ['n', change.at, command];
    case 'undo':
      return ['u', change.at, command, change.of];
  }
}

export function parsed(text: string): Pick<Schedule, 'base' | 'steps'> {
  const [from, ...steps] = JSON.parse(text) as [
    readonly [number, number, number, number, number, string | null] | null,
    ...SerializedStep[],
  ];
  return {
    base: from && {
      stability: from[0],
      difficulty: from[1],
      reps: from[2],
      lapses: from[3],
      at: from[4],
      missedIn: from[5],
    },
    steps: steps.map(step => ({ command: step[2], change: changeOf(step) })),
  };
}

function changeOf(step: SerializedStep): ScheduleStep['change'] {
  const at = step[1];
  switch (step[0]) {
    case 'g':
      return { kind: 'right', at };
    case 'a':
      return { kind: 'wrong', at, sentence: step[3] };
    case 'r':
      return { kind: 'raised', at, to: step[3] };
    case 'l':
      return { kind: 'lowered', at };
    case 'n':
      return { kind: 'unmet', at };
    case 'u':
      return { kind: 'undo', at, of: step[3] };
  }
}

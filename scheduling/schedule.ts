import { type Deed, type Memory, memoryAfter, type Scheduler } from './memory.ts';

/**
 * A fragment's memory with its last deeds, so that one of them can be undone: the memory is then computed again from `base`,
 * the memory before them. Older deeds are part of `base` and cannot be undone.
 */
export interface Schedule {
  /** The deeds' result; null: not met, or not any more. */
  readonly memory: Memory | null;
  /** Memory before the first of the deeds. */
  readonly base: Memory | null;
  /** Oldest first, `KEPT` at most. */
  readonly deeds: readonly CommandedDeed[];
}

export interface CommandedDeed {
  /** The command that did it, shortened by `commandName`. */
  readonly command: string;
  readonly deed: Deed | { readonly kind: 'undo'; readonly at: number; readonly of: string };
}

/** A fragment is asked at most once per sentence, so this is more than a learner undoes in one sitting. */
const MAX_DEEDS = 16;

export const emptySchedule: Schedule = { memory: null, base: null, deeds: [] };

/** One more deed; an undo of something older than the kept deeds changes nothing. */
export function appendDeed(fsrs: Scheduler, schedule: Schedule, next: CommandedDeed): Schedule {
  const { deed } = next;
  if (deed.kind === 'undo' && !schedule.deeds.some(({ command }) => command === deed.of)) return schedule;
  const deeds = [...schedule.deeds, next];
  const { base, kept } =
    deeds.length > MAX_DEEDS ? dropOldest(fsrs, schedule.base, deeds) : { ...schedule, kept: deeds };
  const memory =
    deed.kind === 'undo' ? memoryFrom(fsrs, base, kept) : memoryAfter(fsrs, schedule.memory, deed);
  return { memory, base, deeds: kept };
}

function dropOldest(fsrs: Scheduler, base: Memory | null, deeds: readonly CommandedDeed[]) {
  const [oldest] = deeds;
  const kept = deeds.slice(1);
  if (!oldest || oldest.deed.kind === 'undo' || !withoutUndone(deeds).includes(oldest)) return { base, kept };
  return { base: memoryAfter(fsrs, base, oldest.deed), kept };
}

/** The memory that the deeds make of the one before them. @param fsrs may have a learner's own parameters */
export function memoryFrom(
  fsrs: Scheduler,
  base: Memory | null,
  deeds: readonly CommandedDeed[],
): Memory | null {
  return withoutUndone(deeds).reduce<Memory | null>(
    (memory, { deed }) => (deed.kind === 'undo' ? memory : memoryAfter(fsrs, memory, deed)),
    base,
  );
}

/** The deeds that were not undone. An undo can be undone, too; the newest decides. */
export function withoutUndone<Kept extends CommandedDeed>(deeds: readonly Kept[]): readonly Kept[] {
  const undone = new Set<string>();
  const stand: Kept[] = [];
  for (const each of deeds.toReversed()) {
    if (undone.has(each.command)) continue;
    if (each.deed.kind === 'undo') undone.add(each.deed.of);
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

type SerializedDeed = readonly [kind: string, at: number, command: string, more?: string];

const signs = { right: 'g', wrong: 'a', raised: 'r', lowered: 'l', unmet: 'n', undo: 'u' } as const;
const kinds = Object.fromEntries(Object.entries(signs).map(([kind, sign]) => [sign, kind]));

/** `base` and `deeds` as one short text. */
export function serialized({ base, deeds }: Pick<Schedule, 'base' | 'deeds'>): string {
  const from = base && [base.stability, base.difficulty, base.reps, base.lapses, base.at, base.missedIn];
  return JSON.stringify([
    from,
    ...deeds.map(({ command, deed }): SerializedDeed => {
      const more =
        deed.kind === 'wrong'
          ? deed.sentence
          : deed.kind === 'raised'
            ? deed.to
            : deed.kind === 'undo'
              ? deed.of
              : '';
      return [signs[deed.kind], deed.at, command, ...(more ? ([more] as const) : [])] as SerializedDeed;
    }),
  ]);
}

export function parsed(text: string): Pick<Schedule, 'base' | 'deeds'> {
  const [from, ...deeds] = JSON.parse(text) as [
    readonly [number, number, number, number, number, string | null] | null,
    ...SerializedDeed[],
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
    deeds: deeds.map(([sign, at, command, more = '']) => ({
      command,
      deed: { kind: kinds[sign], at, sentence: more, to: more, of: more } as unknown as CommandedDeed['deed'],
    })),
  };
}

import type { Refusal } from '../refusal.ts';
import { nothingLeftToUndo, type VocabularyCommand } from './decide.ts';
import type { FragmentStep } from './history.ts';
import type { LevelPolicy } from './level-policies.ts';
import type { Level } from './levels.ts';
import type { Recount } from './recount.ts';
import { type FragmentMove, undoneBy, type VocabularyEvent } from './vocabulary.ts';

/** Builds the command that undoes another one. Answers and policy changes cannot be undone as a whole (decision 13). */

type Moves = readonly (readonly [fragment: string, move: FragmentMove])[];

/**
 * @param events of the command, at least one
 * @param moves its moves as they are now, where levels around it have changed since; default those of its events
 */
export function undoOf(
  command: string,
  events: readonly VocabularyEvent[],
  moves: Moves = namedBy(events),
): VocabularyCommand | Refusal {
  const [first] = events;
  if (!first || events.some(event => event.type === 'SentenceAnswered' || countsAnew(event)))
    return nothingLeftToUndo;
  const cause = first.type === 'FragmentsChanged' ? first.data.cause : undefined;
  return {
    type: 'undo',
    command,
    epoch: first.data.epoch,
    moves: Object.fromEntries(moves.filter(isMove)),
    ...(cause?.kind === 'undo' && { restores: undoneBy(cause) }),
  };
}

/**
 * The fragment if the command was the undo of one step. Such a command is undone as a step: a later mark may have confirmed the
 * level, which only the history shows.
 */
export function stepUndoneBy([first]: readonly VocabularyEvent[]): string | undefined {
  if (first?.type !== 'FragmentsChanged' || first.data.cause.kind !== 'undo') return undefined;
  return first.data.cause.fragment;
}

/**
 * @param steps all steps of the fragment up to the newest, oldest first
 * @param to level without the step
 */
export function undoOfStep(
  { commandId, epoch, cause }: FragmentStep,
  fragment: string,
  steps: readonly FragmentStep[],
  to: Level,
): VocabularyCommand {
  const counts = countsWithout(cause);
  return {
    type: 'undo step',
    command: commandId,
    fragment,
    epoch,
    move: [steps.at(-1)?.to ?? 'new', to],
    ...(cause.kind === 'undo' && { restores: undoneBy(cause) }),
    ...(counts && { counts }),
  };
}

/** Change in the numbers of the fragment's answered sentences and of those with a mistake, by an undo of the step. */
function countsWithout(cause: FragmentStep['cause']): readonly [number, number] | undefined {
  if (cause.kind === 'answers') return [-1, cause.answers.every(([, , , right]) => right) ? 0 : -1];
  if (cause.kind !== 'undo' || !cause.counts) return undefined;
  const [asked, missed] = cause.counts;
  return [-asked, 0 - missed];
}

/** The fragments that events name, with their moves. */
function namedBy(events: readonly VocabularyEvent[]): Moves {
  return events.flatMap((event): Moves => {
    if (event.type === 'FragmentChanged') return [[event.data.fragment, [event.data.from, event.data.to]]];
    return event.type === 'FragmentsChanged' ? Object.entries(event.data.fragments) : [];
  });
}

/** The fragments that events moved. */
export function movedBy(events: readonly VocabularyEvent[]): Moves {
  return namedBy(events).filter(isMove);
}

const isMove = ([, [from, to]]: Moves[number]) => from !== to;

type Recounted = ReturnType<Recount['levels']>;

/**
 * The moves of a command under another policy than its own, or without a step that was undone since.
 * @param recounts.before levels before the command
 * @param recounts.after levels after it
 */
export function movesAnew(
  events: readonly VocabularyEvent[],
  {
    before,
    after,
    policy,
  }: { readonly before: Recounted; readonly after: Recounted; readonly policy: LevelPolicy },
): Moves {
  const level = (levels: Recounted, fragment: string) => levels.get(fragment)?.under[policy] ?? 'new';
  return namedBy(events).map(([fragment]) => [fragment, [level(before, fragment), level(after, fragment)]]);
}

export const isSwitch = (event: VocabularyEvent) =>
  event.type === 'FragmentsChanged' && event.data.cause.kind === 'policy';

/** Whether the levels around earlier commands may be others since: the policy was switched, or a step was taken out. */
export const changesEarlierLevels = (event: VocabularyEvent) =>
  isSwitch(event) || stepUndoneBy([event]) !== undefined;

/** Whether the event is a policy switch with a recount. The first event of a new vocabulary recounts nothing. */
function countsAnew(event: VocabularyEvent): boolean {
  return isSwitch(event) && 'fragments' in event.data && Object.keys(event.data.fragments).length > 0;
}

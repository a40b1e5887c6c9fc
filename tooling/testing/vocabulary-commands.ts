import fc from 'fast-check';
import { isRefusal, type Refusal } from '../../domain/refusal.ts';
import { decide, nothingLeftToUndo, type VocabularyCommand } from '../../domain/vocabulary/decide.ts';
import { type FollowPolicy, followPolicy } from '../../domain/vocabulary/follow-policy.ts';
import { historyOf, type RecordedVocabularyEvent, replayable } from '../../domain/vocabulary/history.ts';
import type { LevelPolicy } from '../../domain/vocabulary/level-policies.ts';
import { levels } from '../../domain/vocabulary/levels.ts';
import { findUndos, recount } from '../../domain/vocabulary/recount.ts';
import { levelWithoutStep } from '../../domain/vocabulary/replay.ts';
import {
  changesEarlierLevels,
  movesAnew,
  stepUndoneBy,
  undoOf,
  undoOfStep,
} from '../../domain/vocabulary/undoing.ts';
import { evolve, nothingLearned, type Vocabulary } from '../../domain/vocabulary/vocabulary.ts';

/** Any command on a small vocabulary, and what random ones make of it, for properties. */

export const fragments = ['gat', 'ros', '-o', '-a', '-s'] as const;
const fragment = fc.constantFrom(...fragments);
const level = fc.constantFrom(...levels);

export const answering: fc.Arbitrary<Extract<VocabularyCommand, { type: 'answer' }>> = fc.record({
  type: fc.constant('answer' as const),
  book: fc.constant('b'),
  sentence: fc.constantFrom('s1', 's2'),
  contentVersion: fc.constant('v'),
  occasion: fc.constantFrom('reading' as const, 'placement' as const),
  answers: fc.array(
    fc
      .record({
        question: fc.constantFrom('q1', 'q2', 'q3'),
        kind: fc.constantFrom('word' as const, 'clause' as const),
        chosen: fc.constantFrom(0, 1, 2, null),
        milliseconds: fc.nat(10_000),
        fragments: fc.uniqueArray(fragment, { maxLength: 4 }),
      })
      .map(given => ({ ...given, right: given.chosen === 0 })),
    { minLength: 1, maxLength: 6 },
  ),
});

/** A command, the undo of an earlier one or of one step of it, or a switch of the level policy. */
export type Asked = AskedByLearner | { readonly switchTo: LevelPolicy };
type AskedByLearner = VocabularyCommand | { readonly undoEarlier: number; readonly fragment?: string };

export const asked: fc.Arbitrary<AskedByLearner> = fc.oneof(
  { weight: 3, arbitrary: answering },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('mark' as const), fragment, level }) },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('mark many' as const),
      cause: fc.constantFrom({ kind: 'marks' as const }, { kind: 'clause' as const }),
      fragments: fc.dictionary(fragment, level, { minKeys: 1 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ undoEarlier: fc.nat() }) },
  { weight: 3, arbitrary: fc.constantFrom({ type: 'reset' as const }, { type: 'undo reset' as const }) },
);

/** Also undos of single steps and switches of the policy. */
export const askedUnderPolicies: fc.Arbitrary<Asked> = fc.oneof(
  { weight: 8, arbitrary: asked },
  { weight: 4, arbitrary: answering },
  { weight: 2, arbitrary: fc.record({ undoEarlier: fc.nat(), fragment }) },
  { weight: 1, arbitrary: fc.record({ switchTo: fc.constantFrom('standard', 'lapses', 'strict') }) },
);

export interface Lived {
  readonly vocabulary: Vocabulary;
  /** Every command's events, with its place among the commands as its id. */
  readonly events: readonly RecordedVocabularyEvent[];
}

/** What commands make happen one after the other; those that are refused leave nothing. */
export function lived(commands: readonly Asked[]): Lived {
  let vocabulary = nothingLearned;
  const events: RecordedVocabularyEvent[] = [];
  for (const [index, asked] of commands.entries()) {
    const outcome = decided({ vocabulary, events }, asked, index);
    if (isRefusal(outcome)) continue;
    vocabulary = evolve(vocabulary, outcome);
    const metadata = { commandId: `c${index}`, at: new Date(index * 1_000).toISOString() };
    events.push(...outcome.map(event => ({ ...event, metadata })));
  }
  return { vocabulary, events };
}

function decided(lived: Lived, asked: Asked, index: number) {
  const { vocabulary, events } = lived;
  if ('switchTo' in asked) return followPolicy(vocabulary, switchOf(events, asked.switchTo));
  if (!('undoEarlier' in asked)) return decide(vocabulary, asked);
  const earlier = asked.undoEarlier % (index + 1);
  const undo =
    asked.fragment === undefined
      ? undoOfEarlier(lived, earlier)
      : stepUndoOf(events, earlier, asked.fragment);
  if (!undo) return nothingLeftToUndo;
  return isRefusal(undo) ? undo : decide(vocabulary, undo);
}

/** As the job does it: all events are replayed. */
export function switchOf(events: readonly RecordedVocabularyEvent[], policy: LevelPolicy): FollowPolicy {
  const undos = findUndos();
  undos.add(events);
  const counted = recount(undos);
  counted.add(events);
  const levels = new Map([...counted.levels()].map(([fragment, { under }]) => [fragment, under[policy]]));
  return { type: 'follow policy', policy, levels };
}

/** As `POST /vocabularies/undo-step` does it; undefined where that refuses. */
function stepUndoOf(
  events: readonly RecordedVocabularyEvent[],
  index: number,
  fragment: string,
): VocabularyCommand | undefined {
  const command = `c${index}`;
  const steps = historyOf(events, fragment);
  const step = steps.find(({ commandId }) => commandId === command);
  if (!step || ['reset', 'reset undone', 'policy'].includes(step.cause.kind)) return undefined;
  const to = levelWithoutStep(steps.map(replayable), command);
  return to === undefined ? undefined : undoOfStep(step, fragment, steps, to);
}

/** As `POST /vocabularies/undo` does it. */
function undoOfEarlier(
  { vocabulary, events }: Lived,
  index: number,
): VocabularyCommand | Refusal | undefined {
  const command = `c${index}`;
  const own = events.filter(({ metadata }) => metadata.commandId === command);
  const [first] = own;
  if (!first) return undefined;
  const fragment = stepUndoneBy(own);
  if (fragment !== undefined) return stepUndoOf(events, index, fragment);
  const [from, to] = [events.indexOf(first), events.indexOf(first) + own.length];
  if (!events.slice(to).some(changesEarlierLevels)) return undoOf(command, own);
  const { policy } = vocabulary;
  const levelsAt = (end: number) => {
    const undos = findUndos();
    undos.add(events);
    const counted = recount(undos);
    counted.add(events.slice(0, end));
    return counted.levels();
  };
  return undoOf(command, own, movesAnew(own, { before: levelsAt(from), after: levelsAt(to), policy }));
}

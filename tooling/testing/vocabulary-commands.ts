import fc from 'fast-check';
import { isRefusal } from '../../domain/refusal.ts';
import { decide, type VocabularyCommand } from '../../domain/vocabulary/decide.ts';
import type { RecordedVocabularyEvent } from '../../domain/vocabulary/history.ts';
import { levels } from '../../domain/vocabulary/levels.ts';
import {
  evolve,
  type FragmentMove,
  nothingLearned,
  type Vocabulary,
  type VocabularyEvent,
} from '../../domain/vocabulary/vocabulary.ts';

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

/** A command, or the undo of an earlier one. */
type Asked = VocabularyCommand | { readonly undoEarlier: number };

export const asked: fc.Arbitrary<Asked> = fc.oneof(
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
    const command = 'undoEarlier' in asked ? undoOf(events, asked.undoEarlier % (index + 1)) : asked;
    const outcome = decide(vocabulary, command);
    if (isRefusal(outcome)) continue;
    vocabulary = evolve(vocabulary, outcome);
    const metadata = { commandId: `c${index}`, at: new Date(index * 1_000).toISOString() };
    events.push(...outcome.map(event => ({ ...event, metadata })));
  }
  return { vocabulary, events };
}

function undoOf(events: readonly RecordedVocabularyEvent[], index: number): VocabularyCommand {
  const command = `c${index}`;
  const own = events.filter(({ metadata }) => metadata.commandId === command);
  const moves = own.flatMap((event: VocabularyEvent): [string, FragmentMove][] =>
    event.type === 'FragmentChanged'
      ? [[event.data.fragment, [event.data.from, event.data.to]]]
      : event.type === 'FragmentsChanged'
        ? Object.entries(event.data.fragments)
        : [],
  );
  return { type: 'undo', command, epoch: own[0]?.data.epoch ?? 0, moves: Object.fromEntries(moves) };
}

import { type Refusal, refuse } from '../refusal.ts';
import { advanced, type Level } from './levels.ts';
import {
  type FragmentCause,
  levelOf,
  type QuestionKind,
  type Vocabulary,
  type VocabularyEvent,
} from './vocabulary.ts';

/** One answer, already judged against the catalogue by the caller. */
export interface JudgedAnswer {
  readonly question: string;
  readonly kind: QuestionKind;
  readonly chosen: number | null;
  readonly right: boolean;
  readonly milliseconds: number;
  /** The word's fragments; empty for clause questions, which move no level. */
  readonly fragments: readonly string[];
}

export type VocabularyCommand =
  | {
      readonly type: 'answer';
      readonly book: string;
      readonly sentence: string;
      readonly contentVersion: string;
      readonly answers: readonly JudgedAnswer[];
    }
  | { readonly type: 'mark'; readonly fragment: string; readonly level: Level }
  | { readonly type: 'reset' }
  | { readonly type: 'undo reset' };

export const nothingToUndo = refuse('nothing to undo', {
  because: 'conflict',
  verbose: 'There is no reset to undo, or the learner has learned something since.',
});

/** Spec 4 (Vocabulary): what a command makes happen, or why it may not. */
export function decide(
  vocabulary: Vocabulary,
  command: VocabularyCommand,
): readonly VocabularyEvent[] | Refusal {
  switch (command.type) {
    case 'answer':
      return answered(vocabulary, command);
    case 'mark':
      return marked(vocabulary, command.fragment, command.level);
    case 'reset':
      return [{ type: 'VocabularyReset', data: { epoch: vocabulary.newestEpoch + 1 } }];
    case 'undo reset':
      return vocabulary.beforeReset
        ? [
            {
              type: 'VocabularyResetUndone',
              data: { epoch: vocabulary.beforeReset.epoch, abandoned: vocabulary.epoch },
            },
          ]
        : nothingToUndo;
  }
}

function answered(
  vocabulary: Vocabulary,
  { book, sentence, contentVersion, answers }: Extract<VocabularyCommand, { type: 'answer' }>,
): readonly VocabularyEvent[] {
  const events: VocabularyEvent[] = [];
  // A fragment moves at most one step per sentence, however often the sentence asks for it.
  const moved = new Set<string>();
  const { epoch } = vocabulary;
  for (const { fragments, ...answer } of answers) {
    events.push({ type: 'QuestionAnswered', data: { epoch, ...answer, book, sentence, contentVersion } });
    if (answer.kind !== 'word') continue;
    const cause: FragmentCause = { kind: 'answer', question: answer.question, sentence };
    for (const fragment of fragments) {
      const from = levelOf(vocabulary, fragment);
      const to = answer.right ? advanced(from) : from === 'new' ? 'I' : from;
      if (to === from || moved.has(fragment)) continue;
      moved.add(fragment);
      events.push({ type: 'FragmentChanged', data: { epoch, fragment, from, to, cause } });
    }
  }
  return events;
}

function marked(vocabulary: Vocabulary, fragment: string, to: Level): readonly VocabularyEvent[] {
  const from = levelOf(vocabulary, fragment);
  if (from === to) return [];
  const tap = tapped(from) === to;
  return [
    {
      type: 'FragmentChanged',
      data: { epoch: vocabulary.epoch, fragment, from, to, cause: { kind: tap ? 'tap' : 'mark' } },
    },
  ];
}

/** Where a tap takes a fragment: a new one is seen for the first time, a known one goes back to seen (spec 4). */
export function tapped(level: Level): Level {
  return level === 'new' ? 'I' : level === 'IV' ? 'III' : level;
}

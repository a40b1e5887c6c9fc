import { type Refusal, refuse } from '../refusal.ts';
import { MAX_BYTES, MAX_FRAGMENTS } from './bulk-limits.ts';
import type { ImportedLevel } from './history-export.ts';
import { answered } from './level-policies.ts';
import { type Level, levels, tapped } from './levels.ts';
import {
  type AskedFragment,
  type BulkCause,
  type FragmentMove,
  levelOf,
  type Occasion,
  type QuestionKind,
  undoneBy,
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
      readonly occasion: Occasion;
      readonly answers: readonly JudgedAnswer[];
    }
  | { readonly type: 'mark'; readonly fragment: string; readonly level: Level }
  | {
      readonly type: 'mark many';
      readonly cause: Exclude<BulkCause, { readonly kind: 'undo' | 'policy' | 'import' }>;
      readonly fragments: Readonly<Record<string, Level>>;
    }
  | {
      readonly type: 'import';
      readonly fragments: Readonly<Record<string, ImportedLevel>>;
    }
  | {
      readonly type: 'follow edition';
      /** Fragments that an edition merged, each with the fragment that replaces it. */
      readonly merges: readonly (readonly [fragment: string, survivor: string])[];
    }
  | {
      readonly type: 'undo';
      /** Id of the command to undo. */
      readonly command: string;
      /** From its events: the epoch it was executed in, and its moves. */
      readonly epoch: number;
      readonly moves: Readonly<Record<string, FragmentMove>>;
      /** If the command was an undo: the key of what it undid (`undoneBy`). */
      readonly restores?: string;
    }
  | {
      readonly type: 'undo step';
      /** Id of the command whose effect on one fragment is undone. */
      readonly command: string;
      readonly fragment: string;
      /** Epoch of the step. */
      readonly epoch: number;
      /** The current level, and the level without the step (`levelWithoutStep`). */
      readonly move: FragmentMove;
      /** If the step was an undo: the key of what it undid (`undoneBy`). */
      readonly restores?: string;
      /** Change in the numbers of the fragment's answered sentences and of those with a mistake. */
      readonly counts?: readonly [asked: number, missed: number];
    }
  | { readonly type: 'reset' }
  | { readonly type: 'undo reset' };

export const nothingLeftToUndo = refuse('nothing to undo', {
  because: 'conflict',
  field: 'commandId',
  verbose:
    'Nothing of this stands any more: it was undone already, or everything it changed has moved since.',
});

export const neverMet = refuse('never met', {
  field: 'answers',
  verbose: 'A review asks only words that you have met before.',
});

export const movedSince = refuse('moved since', {
  because: 'conflict',
  field: 'level',
  verbose: 'It has moved since this was shown. Look again.',
});

export const nothingToUndo = refuse('nothing to undo', {
  because: 'conflict',
  verbose: 'There is no reset to undo, or the learner has learned something since.',
});

/** Spec 4 (Vocabulary): the events that follow from a command, or a refusal. */
export function decide(
  vocabulary: Vocabulary,
  command: VocabularyCommand,
): readonly VocabularyEvent[] | Refusal {
  switch (command.type) {
    case 'answer':
      return answeredSentence(vocabulary, command);
    case 'mark':
      return marked(vocabulary, command.fragment, command.level);
    case 'mark many':
      return markedMany(vocabulary, command);
    case 'import':
      return imported(vocabulary, command.fragments);
    case 'follow edition':
      return followed(vocabulary, command.merges);
    case 'undo':
      return undone(vocabulary, command);
    case 'undo step':
      return stepUndone(vocabulary, command);
    case 'reset':
      // Nothing was learned since the last reset: another one would only make that one impossible to undo.
      if (vocabulary.beforeReset) return [];
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

function answeredSentence(
  vocabulary: Vocabulary,
  { book, sentence, contentVersion, occasion, answers }: Extract<VocabularyCommand, { type: 'answer' }>,
): readonly VocabularyEvent[] | Refusal {
  const { policy } = vocabulary;
  if (occasion === 'review' && !answers.every(answer => wasMet(vocabulary, answer))) return neverMet;
  const askedBy = new Map<string, number[]>();
  for (const [index, { kind, fragments }] of answers.entries()) {
    if (kind !== 'word') continue;
    for (const fragment of new Set(fragments)) {
      const asking = askedBy.get(fragment);
      if (asking) asking.push(index);
      else askedBy.set(fragment, [index]);
    }
  }
  const fragments = Array.from(askedBy, ([fragment, asking]): [string, AskedFragment] => {
    const from = levelOf(vocabulary, fragment);
    const to = answered(
      from,
      asking.map(index => answers[index]?.right === true),
      policy,
    );
    return [fragment, [from, to, ...asking]];
  });
  return [
    {
      type: 'SentenceAnswered',
      data: {
        epoch: vocabulary.epoch,
        book,
        sentence,
        contentVersion,
        occasion,
        answers: answers.map(({ question, kind, chosen, right, milliseconds }) => [
          question,
          kind,
          chosen,
          right,
          milliseconds,
        ]),
        ...(policy !== 'standard' && { policy }),
        fragments: Object.fromEntries(fragments),
      },
    },
  ];
}

/** A review may only ask words of which the learner has met a fragment. */
function wasMet(vocabulary: Vocabulary, { kind, fragments }: JudgedAnswer): boolean {
  return kind === 'word' && fragments.some(fragment => levelOf(vocabulary, fragment) !== 'new');
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

/** One event per act; none when every fragment already has its level. */
function markedMany(
  vocabulary: Vocabulary,
  { cause, fragments }: Extract<VocabularyCommand, { type: 'mark many' }>,
): readonly VocabularyEvent[] | Refusal {
  const moves = Object.entries(fragments).map(([fragment, to]): [string, FragmentMove] => [
    fragment,
    [levelOf(vocabulary, fragment), to],
  ]);
  if (moves.every(([, [from, to]]) => from === to)) return [];
  return changedTogether(vocabulary, cause, moves);
}

/** An import never lowers a level: fragments with a higher level are left out. */
function imported(
  vocabulary: Vocabulary,
  fragments: Readonly<Record<string, ImportedLevel>>,
): readonly VocabularyEvent[] | Refusal {
  const moves: [string, FragmentMove][] = [];
  const credited: string[] = [];
  for (const [fragment, { level, credited: isCredited }] of Object.entries(fragments)) {
    const from = levelOf(vocabulary, fragment);
    if (levels.indexOf(level) < levels.indexOf(from)) continue;
    moves.push([fragment, [from, level]]);
    if (isCredited && from !== level) credited.push(fragment);
  }
  if (moves.every(([, [from, to]]) => from === to)) return [];
  return changedTogether(vocabulary, { kind: 'import', credited }, moves);
}

/** The surviving fragment takes the highest level of all merged into it, so that no known count falls. */
function followed(
  vocabulary: Vocabulary,
  merges: readonly (readonly [fragment: string, survivor: string])[],
): readonly VocabularyEvent[] | Refusal {
  const highest = new Map<string, Level>();
  for (const [fragment, survivor] of merges) {
    const before = highest.get(survivor) ?? levelOf(vocabulary, survivor);
    const other = levelOf(vocabulary, fragment);
    highest.set(survivor, levels.indexOf(other) > levels.indexOf(before) ? other : before);
  }
  const fragments = Object.fromEntries(highest);
  return markedMany(vocabulary, { type: 'mark many', cause: { kind: 'edition' }, fragments });
}

/**
 * A fragment that still has the level the command gave it returns to its level before; one that moved since stays. A
 * command can be undone once, and only in its own epoch; a step of it that was undone already is not undone again.
 */
function undone(
  vocabulary: Vocabulary,
  { command, epoch, moves, restores }: Extract<VocabularyCommand, { type: 'undo' }>,
): readonly VocabularyEvent[] | Refusal {
  if (epoch !== vocabulary.epoch || vocabulary.undone.includes(command)) return nothingLeftToUndo;
  const back = Object.entries(moves)
    .filter(([fragment, [from, to]]) => from !== to && levelOf(vocabulary, fragment) === to)
    // This fragment's step was undone separately, so its level does not come from the command.
    .filter(([fragment]) => !vocabulary.undone.includes(undoneBy({ command, fragment })))
    .map(([fragment, [from, to]]): [string, FragmentMove] => [fragment, [to, from]]);
  if (back.length === 0) return nothingLeftToUndo;
  return changedTogether(vocabulary, { kind: 'undo', command, ...(restores && { restores }) }, back);
}

/** A compensating event: the fragment moves to the level it would have without the step. */
function stepUndone(
  vocabulary: Vocabulary,
  { command, fragment, epoch, move, restores, counts }: Extract<VocabularyCommand, { type: 'undo step' }>,
): readonly VocabularyEvent[] | Refusal {
  const [from, to] = move;
  const isUndone = [command, undoneBy({ command, fragment })].some(name => vocabulary.undone.includes(name));
  if (epoch !== vocabulary.epoch || isUndone || from === to) return nothingLeftToUndo;
  if (levelOf(vocabulary, fragment) !== from) return movedSince;
  const cause = {
    kind: 'undo',
    command,
    fragment,
    ...(restores && { restores }),
    ...(counts && { counts }),
  } as const;
  return changedTogether(vocabulary, cause, [[fragment, move]]);
}

function changedTogether(
  { epoch }: Vocabulary,
  cause: BulkCause,
  moves: readonly (readonly [string, FragmentMove])[],
): readonly VocabularyEvent[] | Refusal {
  if (moves.length > MAX_FRAGMENTS)
    return refuse('too many fragments', {
      field: 'fragments',
      verbose: `At most ${MAX_FRAGMENTS} fragments change at once.`,
    });
  const data = { epoch, cause, fragments: Object.fromEntries(moves) };
  if (new TextEncoder().encode(JSON.stringify(data)).length > MAX_BYTES)
    return refuse('too large', {
      field: 'fragments',
      verbose: 'These are too many fragments to change at once.',
    });
  return [{ type: 'FragmentsChanged', data }];
}

import { changing, type FragmentLevels, levelIn, noLevels } from './fragment-levels.ts';
import type { LevelPolicy } from './level-policies.ts';
import { type Level, thirds } from './levels.ts';

/** The vocabulary aggregate: one learner's fragments of one language, its events and its state. */

export type QuestionKind = 'word' | 'clause' | 'sentence';

/** Why a sentence was asked. */
export type Occasion = 'reading' | 'review' | 'placement';

/** `chosen`: 0 the right option, 1 to 9 a wrong one as stored; null when the learner said 'I don't know yet'. */
export type GivenAnswer = readonly [
  question: string,
  kind: QuestionKind,
  chosen: number | null,
  right: boolean,
  milliseconds: number,
];

/** `from` equals `to` when the fragment did not move. */
export type FragmentMove = readonly [from: Level, to: Level];

/** A move, followed by the indexes of the sentence's answers that asked for the fragment. */
export type AskedFragment = readonly [...FragmentMove, ...answers: number[]];

export type FragmentCause =
  | { readonly kind: 'tap' }
  | { readonly kind: 'mark' }
  /** No longer written: answers and what they moved are one `SentenceAnswered`. */
  | { readonly kind: 'answer'; readonly question: string; readonly sentence: string };

/**
 * Why many fragments moved at once. An undo names the undone command; with `fragment` only that fragment's part in it is
 * undone, and the fragment moves to the level that its history without that step gives (decision 40). If the undone command
 * was itself an undo, `restores` is the key (`undoneBy`) of what that undo undid, which can then be undone again.
 */
export type BulkCause =
  | { readonly kind: 'clause'; readonly book?: string; readonly sentence?: string; readonly clause?: number }
  | { readonly kind: 'marks' | 'placement' | 'list' | 'edition' }
  /** `credited`: fragments that were credited in the exported account; the others were earned. Absent: all were credited. */
  | { readonly kind: 'import'; readonly credited?: readonly string[] }
  /** Later answers are decided under this policy; earlier ones were recounted (decision 54). */
  | {
      readonly kind: 'policy';
      readonly policy: LevelPolicy;
      /** Id of the policy switch that is taken back. */
      readonly takesBack?: string;
    }
  | {
      readonly kind: 'undo';
      readonly command: string;
      readonly fragment?: string;
      readonly restores?: string;
      /**
       * Change in the numbers of the fragment's answered sentences and of those with a mistake: -1 and 0 or -1 for an
       * undo of answers. Absent for no change, and in old events.
       */
      readonly counts?: readonly [asked: number, missed: number];
    };

/**
 * Events as they are stored. Fragments are a record by id, so that SQL can reach one by its id:
 * `data->'fragments'->'gat'`. Nothing may depend on the order of a record (JavaScript moves integer-like keys to the
 * front). Answers have an order and are an array.
 */
export type VocabularyEvent =
  | {
      readonly type: 'SentenceAnswered';
      readonly data: {
        readonly epoch: number;
        readonly book: string;
        readonly sentence: string;
        /** Version of the chapter's content the questions were asked from. */
        readonly contentVersion: string;
        readonly occasion: Occasion;
        /**
         * In the order given. Old logs have one event per answer of a sentence, so do not count these events as
         * sentences read.
         */
        readonly answers: readonly GivenAnswer[];
        /** The level policy that applied; absent: the specification's. */
        readonly policy?: LevelPolicy;
        /**
         * Every fragment that the answers asked for. Empty in an upcast event: its changes of levels follow as
         * `FragmentChanged` events.
         */
        readonly fragments: Readonly<Record<string, AskedFragment>>;
      };
    }
  | {
      readonly type: 'FragmentsChanged';
      readonly data: {
        readonly epoch: number;
        readonly cause: BulkCause;
        /**
         * Every fragment of the act, also those that already had the level (from equals to): `levelsWithout` needs them
         * when it replays the act without an earlier step. At least one moved. With the cause `policy` it has only
         * fragments that moved, possibly none.
         */
        readonly fragments: Readonly<Record<string, FragmentMove>>;
      };
    }
  | {
      readonly type: 'FragmentChanged';
      readonly data: {
        readonly epoch: number;
        readonly fragment: string;
        readonly from: Level;
        readonly to: Level;
        readonly cause: FragmentCause;
      };
    }
  | { readonly type: 'VocabularyReset'; readonly data: { readonly epoch: number } }
  | {
      readonly type: 'VocabularyResetUndone';
      readonly data: {
        /** The epoch the learner returns to. */
        readonly epoch: number;
        /** The epoch that is left. */
        readonly abandoned: number;
      };
    };

export interface Vocabulary {
  /** 0 at first; a reset opens the next unused number. */
  readonly epoch: number;
  readonly newestEpoch: number;
  /** Decides what an answer moves. */
  readonly policy: LevelPolicy;
  readonly levels: FragmentLevels;
  /** Sum of the thirds of all fragments. */
  readonly thirds: number;
  /** Keys (`undoneBy`) of undone commands and steps, newest last. */
  readonly undone: readonly string[];
  /** State before the last reset while that can be undone, that is until something is learned. */
  readonly beforeReset: {
    readonly epoch: number;
    readonly levels: FragmentLevels;
    readonly thirds: number;
  } | null;
}

export const nothingLearned: Vocabulary = {
  epoch: 0,
  newestEpoch: 0,
  policy: 'standard',
  levels: noLevels,
  thirds: 0,
  undone: [],
  beforeReset: null,
};

/** All event types, to detect an unknown one at runtime. */
export const vocabularyEventTypes: Readonly<Record<VocabularyEvent['type'], true>> = {
  SentenceAnswered: true,
  FragmentChanged: true,
  FragmentsChanged: true,
  VocabularyReset: true,
  VocabularyResetUndone: true,
};

/** Only the last 2,000 commands of a stream can be undone, and each undo is one of them. */
const UNDONE_KEPT = 1_000;

/** Version of `evolve`: a snapshot made by another version is discarded. */
export const vocabularyVersion = 5;

export function levelOf(vocabulary: Vocabulary, fragment: string): Level {
  return levelIn(vocabulary.levels, fragment);
}

/** Key of an undone command (its id) or of one step of it (its id, a space and the fragment). */
export function undoneBy({ command, fragment }: { readonly command: string; readonly fragment?: string }) {
  return fragment === undefined ? command : `${command} ${fragment}`;
}

/** Folds a batch of events; only the levels that change are copied, so that a long history stays cheap. */
export function evolve(vocabulary: Vocabulary, events: readonly VocabularyEvent[]): Vocabulary {
  let { epoch, newestEpoch, policy, undone, beforeReset, thirds: sum } = vocabulary;
  let levels = changing(vocabulary.levels);
  const move = (fragment: string, to: Level) => {
    sum += thirds[to] - thirds[levels.level(fragment)];
    levels.change(fragment, to);
  };
  for (const event of events) {
    switch (event.type) {
      case 'SentenceAnswered':
      case 'FragmentsChanged':
        for (const [fragment, [from, to]] of Object.entries(event.data.fragments))
          if (from !== to) move(fragment, to);
        if (event.type === 'FragmentsChanged' && event.data.cause.kind === 'policy') {
          // Nothing was learned, so a reset can still be undone.
          policy = event.data.cause.policy;
          break;
        }
        if (event.type === 'FragmentsChanged' && event.data.cause.kind === 'undo') {
          const { cause } = event.data;
          undone = [...undone.filter(name => name !== cause.restores), undoneBy(cause)].slice(-UNDONE_KEPT);
        }
        beforeReset = null;
        break;
      case 'FragmentChanged':
        move(event.data.fragment, event.data.to);
        beforeReset = null;
        break;
      case 'VocabularyReset':
        beforeReset = { epoch, levels: levels.changed(), thirds: sum };
        epoch = event.data.epoch;
        newestEpoch = event.data.epoch;
        levels = changing(noLevels);
        sum = 0;
        break;
      case 'VocabularyResetUndone':
        if (beforeReset === null) break;
        ({ epoch, thirds: sum } = beforeReset);
        levels = changing(beforeReset.levels);
        beforeReset = null;
        break;
    }
  }
  return { epoch, newestEpoch, policy, levels: levels.changed(), thirds: sum, undone, beforeReset };
}

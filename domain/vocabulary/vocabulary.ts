import { changing, type FragmentLevels, levelIn, noLevels } from './fragment-levels.ts';
import { type Level, thirds } from './levels.ts';

/** One learner's vocabulary of one language: what can happen to it and what that makes of it. */

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

/** A move, and after it which answers of the sentence asked the fragment, as indexes. */
export type AskedFragment = readonly [...FragmentMove, ...answers: number[]];

export type FragmentCause =
  | { readonly kind: 'tap' }
  | { readonly kind: 'mark' }
  /** No longer written: answers and what they moved are one `SentenceAnswered`. */
  | { readonly kind: 'answer'; readonly question: string; readonly sentence: string };

/** What moved many fragments at once. An undo names the command that it takes back. */
export type BulkCause =
  | { readonly kind: 'clause'; readonly book?: string; readonly sentence?: string; readonly clause?: number }
  | { readonly kind: 'marks' | 'placement' | 'list' | 'import' | 'policy' | 'edition' }
  | { readonly kind: 'undo'; readonly command: string };

/**
 * What happened, as it is stored. Fragments stand in a record by their id, so that a query reaches one by its name:
 * `data->'fragments'->'gat'`. A record has no order to rely on (JSON moves keys that look like integers to the front);
 * nothing may depend on one. What has an order, the answers, is an array.
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
         * In the order given. A sentence may come in several events (old logs hold an event per answer): no count of
         * these events is a count of sentences read.
         */
        readonly answers: readonly GivenAnswer[];
        /**
         * Every fragment that the answers asked, once; the answers that asked it follow from and to as indexes. Empty
         * where the event was lifted from an old log: what those answers moved follows as `FragmentChanged`.
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
         * Every fragment of the act, also one that stood there already (from equals to): without an earlier step it
         * would have moved. At least one moved.
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
  /** 0 at first; every reset opens the next number that was never used. */
  readonly epoch: number;
  readonly newestEpoch: number;
  readonly levels: FragmentLevels;
  /** Sum of the thirds of all fragments. */
  readonly thirds: number;
  /** Commands that were undone, the newest last. */
  readonly undone: readonly string[];
  /** What a reset put aside, while it can still be undone: nothing was learned since. */
  readonly beforeReset: {
    readonly epoch: number;
    readonly levels: FragmentLevels;
    readonly thirds: number;
  } | null;
}

export const nothingLearned: Vocabulary = {
  epoch: 0,
  newestEpoch: 0,
  levels: noLevels,
  thirds: 0,
  undone: [],
  beforeReset: null,
};

/** All of them, for whoever meets one that is not among them. */
export const vocabularyEventTypes: Readonly<Record<VocabularyEvent['type'], true>> = {
  SentenceAnswered: true,
  FragmentChanged: true,
  FragmentsChanged: true,
  VocabularyReset: true,
  VocabularyResetUndone: true,
};

/** A command can be undone while it is among the last 2,000 of its stream; an undo is a command, too. */
const UNDONE_KEPT = 1_000;

/** Version of `evolve`: a snapshot made by another version is discarded. */
export const vocabularyVersion = 3;

export function levelOf(vocabulary: Vocabulary, fragment: string): Level {
  return levelIn(vocabulary.levels, fragment);
}

/** Folds a batch of events; only the levels that change are copied, so that a long history stays cheap. */
export function evolve(vocabulary: Vocabulary, events: readonly VocabularyEvent[]): Vocabulary {
  let { epoch, newestEpoch, undone, beforeReset, thirds: sum } = vocabulary;
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
        if (event.type === 'FragmentsChanged' && event.data.cause.kind === 'undo')
          undone = [...undone, event.data.cause.command].slice(-UNDONE_KEPT);
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
  return { epoch, newestEpoch, levels: levels.changed(), thirds: sum, undone, beforeReset };
}

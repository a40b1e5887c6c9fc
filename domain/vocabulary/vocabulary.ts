import { changing, type FragmentLevels, levelIn, noLevels } from './fragment-levels.ts';
import { type Level, thirds } from './levels.ts';

/** One learner's vocabulary of one language: what can happen to it and what that makes of it. */

export type QuestionKind = 'word' | 'clause' | 'sentence';

export type FragmentCause =
  | { readonly kind: 'answer'; readonly question: string; readonly sentence: string }
  | { readonly kind: 'tap' }
  | { readonly kind: 'mark' };

export type VocabularyEvent =
  | {
      readonly type: 'QuestionAnswered';
      readonly data: {
        readonly epoch: number;
        readonly question: string;
        readonly kind: QuestionKind;
        readonly book: string;
        readonly sentence: string;
        /** The option as stored: 0 the right one, 1 to 9 a wrong one; null when the learner said 'I don't know yet'. */
        readonly chosen: number | null;
        readonly right: boolean;
        readonly milliseconds: number;
        /** Version of the chapter's content the question was asked from. */
        readonly contentVersion: string;
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
  beforeReset: null,
};

/** Version of `evolve`: a snapshot made by another version is discarded. */
export const vocabularyVersion = 2;

export function levelOf(vocabulary: Vocabulary, fragment: string): Level {
  return levelIn(vocabulary.levels, fragment);
}

/** Folds a batch of events; only the levels that change are copied, so that a long history stays cheap. */
export function evolve(vocabulary: Vocabulary, events: readonly VocabularyEvent[]): Vocabulary {
  let { epoch, newestEpoch, beforeReset, thirds: sum } = vocabulary;
  let levels = changing(vocabulary.levels);
  for (const event of events) {
    switch (event.type) {
      case 'QuestionAnswered':
        beforeReset = null;
        break;
      case 'FragmentChanged': {
        const { fragment, to } = event.data;
        sum += thirds[to] - thirds[levels.level(fragment)];
        levels.change(fragment, to);
        beforeReset = null;
        break;
      }
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
  return { epoch, newestEpoch, levels: levels.changed(), thirds: sum, beforeReset };
}

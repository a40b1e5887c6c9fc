import { answered } from '../vocabulary/level-policies.ts';
import type { Level } from '../vocabulary/levels.ts';
import { type Limits, planned, type QuizSentence } from './quiz.ts';

/**
 * A learner's settings for how much is asked; the default is the specification's behaviour (decision 52). Pure: which words
 * are left out follows from the chapter's text, the learner's levels and the number of new fragments met today.
 */
export interface Pace {
  /** How often in one chapter a fragment is asked. */
  readonly fragmentsAsked: (typeof timesAsked)[number];
  /** The sentence as a whole is asked before its translation is shown. */
  readonly asksWholeSentence: boolean;
  /** Most new fragments a day (UTC) that are asked; null: no bound. */
  readonly newFragmentsPerDay: number | null;
}

export const timesAsked = ['every time', 'three times', 'once'] as const;

/** Range of `newFragmentsPerDay`. Below the number of fragments of a word, that word would never be asked. */
export const newPerDay = { least: 5, most: 1_000 } as const;

export const asSpecified: Pace = {
  fragmentsAsked: 'every time',
  asksWholeSentence: false,
  newFragmentsPerDay: null,
};

const mostTimes = { 'every time': Number.POSITIVE_INFINITY, 'three times': 3, once: 1 } as const;

type LevelOf = (fragment: string) => Level;

/** A learner's place in a chapter. */
export interface Reading {
  readonly sentences: readonly QuizSentence[];
  /** The sentence that is entered. */
  readonly index: number;
  readonly levelOf: LevelOf;
  /** New fragments that were asked today. */
  readonly newToday: number;
}

/** The limits for one sentence. They count what they allow, so each sentence needs new ones. */
export function limitsOf(pace: Pace, { sentences, index, levelOf, newToday }: Reading): Limits {
  const { newFragmentsPerDay, asksWholeSentence } = pace;
  const most = mostTimes[pace.fragmentsAsked];
  const times: Map<string, number> =
    most === Number.POSITIVE_INFINITY ? new Map() : askedBefore(sentences.slice(0, index), levelOf, most);
  const met = new Set<string>();
  const isNew = (fragment: string) => levelOf(fragment) === 'new' && !met.has(fragment);
  // A new fragment was never asked, even if it occurred before.
  const timesOf = (fragment: string) => (isNew(fragment) ? 0 : (times.get(fragment) ?? 0));
  return {
    asksWholeSentence,
    asks(fragments) {
      if (!fragments.some(fragment => levelOf(fragment) !== 'IV' && timesOf(fragment) < most))
        return 'often enough';
      const newOnes = new Set(fragments.filter(isNew));
      if (
        newFragmentsPerDay !== null &&
        newOnes.size > 0 &&
        newToday + met.size + newOnes.size > newFragmentsPerDay
      )
        return 'new';
      for (const fragment of new Set(fragments)) {
        times.set(fragment, timesOf(fragment) + 1);
        if (newOnes.has(fragment)) met.add(fragment);
      }
      return 'yes';
    },
  };
}

/** How often each fragment was asked in earlier sentences, by the same rule; words with a new fragment were not asked. */
function askedBefore(
  sentences: readonly QuizSentence[],
  levelOf: LevelOf,
  most: number,
): Map<string, number> {
  const times = new Map<string, number>();
  for (const { words, wordQuestions } of sentences) {
    const here = new Set<string>();
    for (const { id, fragments, skipped } of words) {
      if (skipped || !wordQuestions[id] || fragments.every(fragment => here.has(fragment))) continue;
      const isWanting = (fragment: string) => levelOf(fragment) !== 'IV' && (times.get(fragment) ?? 0) < most;
      if (!fragments.some(isWanting) || fragments.some(fragment => levelOf(fragment) === 'new')) continue;
      for (const fragment of new Set(fragments)) {
        here.add(fragment);
        times.set(fragment, (times.get(fragment) ?? 0) + 1);
      }
    }
  }
  return times;
}

/**
 * The number of questions in each sentence from the given one on, if every answer is right; a wrong answer adds later ones.
 * @returns one number for each sentence
 */
export function questionsAhead(
  pace: Pace,
  { sentences, index, levelOf, newToday }: Reading,
): readonly number[] {
  const reached = new Map<string, Level>();
  const levelNow: LevelOf = fragment => reached.get(fragment) ?? levelOf(fragment);
  let met = newToday;
  return sentences.slice(index).map((sentence, more) => {
    const limits = limitsOf(pace, { sentences, index: index + more, levelOf: levelNow, newToday: met });
    const { asked } = planned(sentence, levelNow, limits);
    const words = new Set(asked.map(({ word }) => word));
    const fragments = new Set(
      sentence.words.filter(({ id }) => words.has(id)).flatMap(word => word.fragments),
    );
    for (const fragment of fragments) {
      const before = levelNow(fragment);
      if (before === 'new') met++;
      reached.set(fragment, answered(before, [true]));
    }
    return asked.length;
  });
}

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

/**
 * The limits for one sentence. They count what they allow, so each sentence needs new ones.
 * @param before how often each fragment was asked in earlier sentences; new fragments have no entry
 */
export function limitsOf(
  pace: Pace,
  reading: Reading,
  before: ReadonlyMap<string, number> = askedBefore(reading).times,
): Limits {
  const { fragmentsAsked, asksWholeSentence, newFragmentsPerDay } = pace;
  let { levelOf, newToday } = reading;
  const times = new Map<string, number>();
  const timesOf = (fragment: string) => times.get(fragment) ?? before.get(fragment) ?? 0;
  return {
    asksWholeSentence,
    asks(fragments) {
      if (
        !fragments.some(
          fragment => levelOf(fragment) !== 'IV' && timesOf(fragment) < mostTimes[fragmentsAsked],
        )
      )
        return 'often enough';
      const unmet = new Set(fragments.filter(one => levelOf(one) === 'new' && !times.has(one))).size;
      if (newFragmentsPerDay !== null && unmet > 0 && newToday + unmet > newFragmentsPerDay) return 'new';
      newToday += unmet;
      for (const fragment of new Set(fragments)) times.set(fragment, timesOf(fragment) + 1);
      return 'yes';
    },
  };
}

/**
 * Counts how often each fragment was asked in earlier sentences: once for each different word of a sentence, unless the word
 * has a new fragment. The count depends on levels only through `new`, so a met fragment adds the words that waited for it and
 * nothing is counted twice. It may be more than was really asked, never less.
 */
function askedBefore({ sentences, index, levelOf }: Reading) {
  const times = new Map<string, number>();
  /** Words with a new fragment, by that fragment. */
  const waiting = new Map<string, (readonly string[])[]>();
  const count = (fragments: readonly string[]) => {
    const unknown = fragments.find(fragment => levelOf(fragment) === 'new');
    if (unknown === undefined)
      for (const fragment of new Set(fragments)) times.set(fragment, (times.get(fragment) ?? 0) + 1);
    else waiting.get(unknown)?.push(fragments) ?? waiting.set(unknown, [fragments]);
  };
  const read = ({ words, wordQuestions }: QuizSentence) =>
    new Map(
      words.flatMap(({ id, skipped, fragments }) =>
        !skipped && wordQuestions[id] ? [[fragments.join(), fragments]] : [],
      ),
    ).forEach(count);
  const meet = (fragment: string) => {
    const words = waiting.get(fragment);
    waiting.delete(fragment);
    words?.forEach(count);
  };
  sentences.slice(0, index).forEach(read);
  return { times, read, meet };
}

/**
 * The number of questions in each sentence from the given one on, if every answer is right; a wrong answer adds later ones.
 * @returns one number for each sentence
 */
export function questionsAhead(pace: Pace, reading: Reading): readonly number[] {
  const { sentences, index } = reading;
  const reached = new Map<string, Level>();
  const levelOf: LevelOf = fragment => reached.get(fragment) ?? reading.levelOf(fragment);
  const { times, read, meet } = askedBefore({ ...reading, levelOf });
  let { newToday } = reading;
  return sentences.slice(index).map(sentence => {
    const { asked } = planned(sentence, levelOf, limitsOf(pace, { ...reading, levelOf, newToday }, times));
    const moved = sentence.words.filter(({ id }) => asked.some(({ word }) => word === id));
    for (const fragment of new Set(moved.flatMap(({ fragments }) => fragments))) {
      const before = levelOf(fragment);
      reached.set(fragment, answered(before, [true]));
      if (before === 'new') newToday++;
      meet(fragment);
    }
    read(sentence);
    return asked.length;
  });
}

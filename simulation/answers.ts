import type { Step } from '../domain/quiz/quiz.ts';
import type { Random } from '../domain/quiz/random.ts';
import { type Level, levels } from '../domain/vocabulary/levels.ts';
import { fixedRandom, logistic, normal, weighted } from './chance.ts';

/** How a simulated learner answers one question. */
export interface GivenAnswer {
  /** The option as stored; null for 'I don't know yet'. */
  readonly chosen: number | null;
  readonly milliseconds: number;
}

/** What each level of the least known fragment adds to the probability of a right answer, as a logit. */
const LEVEL_LOGIT = 0.7;
/** Share of questions with a wrong option that looks better than the right one, and the logit that it costs. */
const DISTRACTOR_SHARE = 0.07;
const DISTRACTOR_LOGIT = 2.6;

/**
 * A plausible answer: a fragment that is met again is known better, some questions are hard for everybody, and some wrong
 * options are more tempting than others.
 * @param ability a logit: with 0, half of the answers to a question of average difficulty about a new word are right
 * @param known the learner's levels of the fragments asked about; none for a clause
 */
export function answer(
  { question, options, phase }: Step,
  { ability, known, random }: { ability: number; known: readonly Level[]; random: Random },
): GivenAnswer {
  const least = Math.min(...known.map(level => levels.indexOf(level)), levels.length);
  const hasDistractor = fixedRandom(`trap ${question.id}`) < DISTRACTOR_SHARE;
  const difficulty =
    fixedRandom(`difficulty ${question.id}`) * 2.6 - 1.6 + (hasDistractor ? DISTRACTOR_LOGIT : 0);
  const practice = phase === 'clause' ? 0.4 : least * LEVEL_LOGIT;
  const seconds = Math.exp(normal(random, phase === 'clause' ? 2.2 : 1.4, 0.45));
  const milliseconds = Math.round(seconds * 1000);
  if (random() < logistic(ability + practice - difficulty)) return { chosen: 0, milliseconds };
  if (random() < (least === 0 ? 0.25 : 0.12)) return { chosen: null, milliseconds };
  const wrong = options.filter(({ stored }) => stored !== 0);
  const tempting = (stored: number) =>
    0.2 + fixedRandom(`tempting ${question.id} ${stored}`) ** (hasDistractor ? 12 : 2);
  return { chosen: weighted(random, wrong, ({ stored }) => tempting(stored))?.stored ?? null, milliseconds };
}

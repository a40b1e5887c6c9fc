import { advanced, type Level } from './levels.ts';

/**
 * Known policies, by the name that events carry: where a wrong answer takes a fragment. A right one moves it one step up
 * under each of them, and a new fragment becomes I by any answer. Nothing but the level counts, so that whoever knows level
 * and policy can foresee the next one. A name that stands in a log can never be removed (decision 54).
 */
export const levelPolicies = {
  /** The specification's (spec 4): a wrong answer takes nothing away. */
  standard: { I: 'I', II: 'II', III: 'III', IV: 'IV' },
  /** What is known can be forgotten: one right answer makes it known again. */
  lapses: { I: 'I', II: 'II', III: 'III', IV: 'III' },
  /** A lucky guess is worth little: of three options one is right, so a wrong answer costs two levels. */
  strict: { I: 'I', II: 'I', III: 'I', IV: 'II' },
} as const satisfies Readonly<Record<string, Readonly<Record<Exclude<Level, 'new'>, Level>>>>;

export type LevelPolicy = keyof typeof levelPolicies;

/**
 * The level of a fragment after a sentence that asked for it: one step up at most, however often it was asked for. For a
 * new fragment a wrong answer is that step, too (spec 4).
 * @param rights for each answer that asked for the fragment, whether it was right
 */
export function answered(from: Level, rights: readonly boolean[], policy: LevelPolicy = 'standard'): Level {
  if (rights.length === 0) return from;
  if (from === 'new') return 'I';
  return rights.includes(true) ? advanced(from) : levelPolicies[policy][from];
}

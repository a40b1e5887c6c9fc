import { advanced, type Level } from './levels.ts';

/**
 * Where a wrong answer takes a fragment, by the policy's name in events. Under every policy a right answer moves a fragment
 * one step up, and any answer makes a new fragment I. The next level depends on the level and the policy only, so the browser
 * can compute it. A name that occurs in a log can never be removed (decision 54).
 */
export const levelPolicies = {
  /** The specification's (spec 4): a wrong answer takes nothing away. */
  standard: { I: 'I', II: 'II', III: 'III', IV: 'IV' },
  /** A mistake takes a known fragment to III; one right answer makes it known again. */
  lapses: { I: 'I', II: 'II', III: 'III', IV: 'III' },
  /** A wrong answer costs two levels, because a guess among three options is right in a third of all cases. */
  strict: { I: 'I', II: 'I', III: 'I', IV: 'II' },
} as const satisfies Readonly<Record<string, Readonly<Record<Exclude<Level, 'new'>, Level>>>>;

export type LevelPolicy = keyof typeof levelPolicies;

/**
 * The level of a fragment after a sentence that asked for it: one step up at most, however often it was asked for. For a
 * new fragment a wrong answer is that step as well (spec 4).
 * @param rights for each answer that asked for the fragment, whether it was right
 */
export function answered(from: Level, rights: readonly boolean[], policy: LevelPolicy = 'standard'): Level {
  if (rights.length === 0) return from;
  if (from === 'new') return 'I';
  return rights.includes(true) ? advanced(from) : levelPolicies[policy][from];
}

/** Levels of a fragment that was met, in ascending order (spec 4, Vocabulary; spec 9). */
export const metLevels = ['I', 'II', 'III', 'IV'] as const;

/** All levels in ascending order. `new`: never met. */
export const levels = ['new', ...metLevels] as const;
export type Level = (typeof levels)[number];

/** The specification's `state`, which follows from the level. */
export type VocabularyState = 'new' | 'seen' | 'known';

/** What a level adds to the known count, in whole thirds so that sums stay exact. */
export const thirds: Readonly<Record<Level, 0 | 1 | 2 | 3>> = { new: 0, I: 0, II: 1, III: 2, IV: 3 };

export function stateOf(level: Level): VocabularyState {
  return level === 'new' ? 'new' : level === 'IV' ? 'known' : 'seen';
}

/** One step up; IV stays IV. */
export function advanced(level: Level): Level {
  return levels[Math.min(levels.indexOf(level) + 1, levels.length - 1)] ?? 'IV';
}

/** The level after a tap: a new fragment becomes seen, a known one goes back to seen (spec 4). */
export function tapped(level: Level): Level {
  return level === 'new' ? 'I' : level === 'IV' ? 'III' : level;
}

/**
 * The level for the specification's pair of state and level; undefined when they contradict each other. A new fragment is
 * written as state new, level I.
 */
export function levelFrom(state: VocabularyState, level: Exclude<Level, 'new'>): Level | undefined {
  if (state === 'new') return level === 'I' ? 'new' : undefined;
  if (state === 'known') return level === 'IV' ? 'IV' : undefined;
  return level === 'IV' ? undefined : level;
}

/** The specification's pair of state and level. */
export function stateAndLevel(level: Level): { state: VocabularyState; level: Exclude<Level, 'new'> } {
  return { state: stateOf(level), level: level === 'new' ? 'I' : level };
}

/** Known count from thirds: never below zero (spec 4). */
export function knownCountOf(sumOfThirds: number): number {
  return Math.max(0, sumOfThirds) / 3;
}

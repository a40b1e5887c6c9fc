/** Seconds up to which answers are counted apart, ascending: enough for a median. */
export const answerTimes = [2, 3, 4, 6, 8, 12, 16, 24] as const;

/** Seconds: hardly anybody reads a question and answers it sooner. */
const QUICKEST = 1;

/**
 * The median of answers that are counted by their time; between two bounds they count as evenly spread.
 * @param within answers within each of `answerTimes`, the faster ones included
 * @param answers all of them
 * @returns seconds with one decimal, at most the last bound; null without answers
 */
export function medianTime(within: readonly number[], answers: number): number | null {
  if (answers === 0) return null;
  const half = answers / 2;
  const index = within.findIndex(count => count >= half);
  const to = answerTimes[index];
  if (to === undefined) return answerTimes.at(-1) ?? null;
  const [from, before] = [answerTimes[index - 1] ?? QUICKEST, within[index - 1] ?? 0];
  const share = (half - before) / ((within[index] ?? 0) - before);
  return Math.round((from + share * (to - from)) * 10) / 10;
}

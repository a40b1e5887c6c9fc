/** Upper bounds, in seconds, of the classes in which answer times are counted; enough for a median. */
export const answerTimes = [2, 3, 4, 6, 8, 12, 16, 24] as const;

/** Milliseconds; a question that is open for longer was left alone. */
export const LONGEST_ANSWER = 300_000;

/** The time an answer took, as it is recorded: in whole milliseconds, and not that of a pause. */
export function answerTime(milliseconds: number): number {
  return Math.min(LONGEST_ANSWER, Math.max(0, Math.round(milliseconds)));
}

/** Seconds; hardly any answer takes less. */
const QUICKEST = 1;

/**
 * The median answer time, interpolated within its class.
 * @param within number of answers up to each of `answerTimes`, including faster ones
 * @param answers number of all answers
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

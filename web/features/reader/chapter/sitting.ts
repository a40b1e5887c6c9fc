import { aboutMinutes } from '../../../shared/review/duration.ts';

/** Seconds for an answer, as long as the learner has given none. */
const USUAL = 6;
/** Seconds that a question takes besides its answer: cards change, and a wrong answer is read. */
const CARD = 1;
/** Seconds to read a sentence and its translation. */
const SENTENCE = 10;
/** A longer chapter is read in several sittings: what one holds is told as well. In seconds. */
const SITTING = 20 * 60;
const PART = 10 * 60;

/**
 * What lies before the learner, as a sentence; undefined at the chapter's end.
 * @param questions to come, one number for each sentence that is not read
 * @param secondsPerAnswer the learner's own median; null without answers
 */
export function sittingText(
  questions: readonly number[],
  secondsPerAnswer: number | null,
): string | undefined {
  if (questions.length === 0) return undefined;
  const each = (secondsPerAnswer ?? USUAL) + CARD;
  const seconds = questions.map(count => count * each + SENTENCE);
  const upTo = (count: number) => seconds.slice(0, count).reduce((sum, taken) => sum + taken, 0);
  const whole = upTo(seconds.length);
  const text = `${aboutMinutes(whole)} to the end of the chapter.`;
  if (whole <= SITTING) return capital(text);
  let part = 1;
  while (upTo(part + 1) <= PART) part++;
  return capital(
    `${aboutMinutes(upTo(part))} for the next ${part === 1 ? 'sentence' : `${part} sentences`}, ${text}`,
  );
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

import { aboutMinutes } from '../../../shared/review/duration.ts';

/** Default of the seconds per answer, for a learner without answers. */
const USUAL = 6;
/** Seconds per question in addition to the answer: the change of cards, and reading after a wrong answer. */
const CARD = 1;
/** Seconds to read a sentence and its translation. */
const SENTENCE = 10;
/** In seconds. A longer chapter takes several sittings, so the text also says how far one of them leads. */
const SITTING = 20 * 60;
const PART = 10 * 60;

/**
 * The remaining work of the chapter, as a sentence; undefined at its end.
 * @param questions the number of questions of each unread sentence
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

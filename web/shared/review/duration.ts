/** Seconds per question in addition to the answer: reading the sentence, and the change of cards. */
const READING_SECONDS = 3;
/** Seconds for an answer before the learner has given any. */
const DEFAULT_ANSWER_SECONDS = 6;

export const secondsFor = (questions: number, secondsPerAnswer: number | null) =>
  questions * (Math.min(secondsPerAnswer ?? DEFAULT_ANSWER_SECONDS, 30) + READING_SECONDS);

/** 'about 3 minutes', 'about 25 minutes', 'about 1½ hours': rounded to the precision of the estimate. */
export function aboutMinutes(seconds: number): string {
  const exact = seconds / 60;
  const minutes = exact < 10 ? Math.max(1, Math.round(exact)) : Math.round(exact / 5) * 5;
  if (minutes < 60) return `about ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
  const halves = Math.round(minutes / 30);
  const hours = `${Math.floor(halves / 2)}${halves % 2 ? '½' : ''}`;
  return `about ${hours} ${hours === '1' ? 'hour' : 'hours'}`;
}

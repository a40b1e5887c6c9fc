/** Seconds that a question takes besides its answer: the sentence is read, and the card changes. */
const READING = 3;
/** Seconds for an answer, as long as the learner has given none. */
const USUAL = 6;

export const secondsFor = (questions: number, secondsPerAnswer: number | null) =>
  questions * (Math.min(secondsPerAnswer ?? USUAL, 30) + READING);

/** 'about 3 minutes' */
export function aboutMinutes(seconds: number): string {
  const minutes = Math.max(1, Math.round(seconds / 60));
  return `about ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
}

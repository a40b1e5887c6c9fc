import type { ReplyOf } from '../../../facade/endpoint.ts';
import type { placement } from '../../../facade/placement.ts';

export type PlacementReply = ReplyOf<typeof placement>;
export type Result = NonNullable<PlacementReply['result']>;
export type Kind = Result['fragments'][number][3];
export type Caution = keyof Result['counts'];

/** The kinds in the order of the page. */
export const kindNames: readonly (readonly [Kind, string])[] = [
  ['small', 'Small words'],
  ['ending', 'Endings'],
  ['verb', 'Verbs'],
  ['noun', 'Nouns'],
  ['describing', 'Adjectives and adverbs'],
];

/** Seconds that a beginner needs for a question, including the sentence. */
const SECONDS = 12;

/**
 * Number of questions about words that the reader would ask in a chapter. A word is left out if all of its fragments are known,
 * or were asked earlier in its sentence.
 */
export function questionsIn(
  sentences: Result['chapters'][number]['sentences'],
  known: Pick<ReadonlySet<string>, 'has'>,
): number {
  let count = 0;
  for (const words of sentences) {
    const asked = new Set<string>();
    for (const fragments of words) {
      if (fragments.every(id => known.has(id)) || fragments.every(id => asked.has(id))) continue;
      count++;
      for (const id of fragments) asked.add(id);
    }
  }
  return count;
}

export function minutesFor(questions: number): string {
  const minutes = Math.max(1, Math.round((questions * SECONDS) / 60));
  return minutes === 1 ? 'about a minute' : `about ${minutes} minutes`;
}

/** The result of a placement that credits nothing; the learner may know words from reading. */
export function nothingToCredit(answers: number): string {
  return `After ${answers} questions there is nothing to credit. Every word you do not know yet will be asked when you meet it.`;
}

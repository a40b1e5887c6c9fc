import type { BodyOf } from '../../../facade/endpoint.ts';
import type { placement } from '../../../facade/placement.ts';

export type Answer = BodyOf<typeof placement>['answers'][number];

/** How long an interrupted placement can be resumed, in milliseconds. */
const DAY = 86_400_000;

const keyOf = (learner: string) => `placement ${learner}`;

/** The answers of a placement that was interrupted less than a day ago; none otherwise. */
export function storedAnswers(learner: string, now = Date.now()): readonly Answer[] {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(learner)) ?? 'null') as unknown;
    if (typeof kept !== 'object' || kept === null || !('at' in kept) || !('answers' in kept)) return [];
    const { at, answers } = kept;
    return typeof at === 'number' && now - at < DAY && Array.isArray(answers) ? answers.filter(isAnswer) : [];
  } catch {
    return [];
  }
}

function isAnswer(value: unknown): value is Answer {
  if (typeof value !== 'object' || value === null || !('question' in value) || !('chosen' in value))
    return false;
  return typeof value.question === 'string' && (value.chosen === null || typeof value.chosen === 'number');
}

/** @param answers none: nothing is kept any more */
export function storeAnswers(learner: string, answers: readonly Answer[], now = Date.now()): void {
  try {
    if (answers.length === 0) localStorage.removeItem(keyOf(learner));
    else localStorage.setItem(keyOf(learner), JSON.stringify({ at: now, answers }));
  } catch (error) {
    // A browser that keeps nothing: the placement then lasts as long as its page.
    console.warn('the answers could not be kept', error);
  }
}

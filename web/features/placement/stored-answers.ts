import type { BodyOf } from '../../../facade/endpoint.ts';
import type { placement } from '../../../facade/placement.ts';

export type Answer = BodyOf<typeof placement>['answers'][number];

/** How long an interrupted placement can be resumed, in milliseconds. */
const DAY = 86_400_000;

const keyOf = (learner: string) => `placement ${learner}`;

/** A placement that was interrupted less than a day ago. */
export interface Interrupted {
  readonly languageId: string;
  /** At least one answer. */
  readonly answers: readonly Answer[];
}

export function interruptedPlacement(learner: string, now = Date.now()): Interrupted | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(learner)) ?? 'null') as unknown;
    if (typeof kept !== 'object' || kept === null) return undefined;
    if (!('at' in kept) || typeof kept.at !== 'number' || now - kept.at >= DAY) return undefined;
    if (!('languageId' in kept) || typeof kept.languageId !== 'string') return undefined;
    if (!('answers' in kept) || !Array.isArray(kept.answers)) return undefined;
    const answers = kept.answers.filter(isAnswer);
    return answers.length === 0 ? undefined : { languageId: kept.languageId, answers };
  } catch {
    return undefined;
  }
}

function isAnswer(value: unknown): value is Answer {
  if (typeof value !== 'object' || value === null || !('question' in value) || !('chosen' in value))
    return false;
  return typeof value.question === 'string' && (value.chosen === null || typeof value.chosen === 'number');
}

/** Stores these answers in place of the earlier ones; an empty list removes them. */
export function storeAnswers(
  learner: string,
  { languageId, answers }: { readonly languageId: string; readonly answers: readonly Answer[] },
  now = Date.now(),
): void {
  try {
    if (answers.length === 0) localStorage.removeItem(keyOf(learner));
    else localStorage.setItem(keyOf(learner), JSON.stringify({ at: now, languageId, answers }));
  } catch (error) {
    // Storage is not available: the placement lasts as long as the page.
    console.warn('the answers could not be kept', error);
  }
}

import { del, get, set } from 'idb-keyval';
import type { QuizAnswer } from '../../../../domain/quiz/quiz.ts';

/** A sentence that was begun and not finished: enough to take it up again after a reload. */
export interface Visit {
  readonly sentence: string;
  readonly contentVersion: string;
  /** Plans the same questions and options again. */
  readonly seed: string;
  /** Fragments of the sentence that were known when it was entered: what was planned does not ask for them alone. */
  readonly known: readonly string[];
  readonly answers: readonly QuizAnswer[];
}

/** Whose visit of which chapter. */
export interface VisitAddress {
  readonly learner: string;
  readonly bookId: string;
  readonly chapter: number;
}

const key = ({ learner, bookId, chapter }: VisitAddress) => `visit ${learner} ${bookId} ${chapter}`;

/** Storage that is off or full costs the resumption, nothing else. */
const ignore = (failure: unknown) => console.error('the visit cannot be kept', failure);

export function loadVisit(address: VisitAddress): Promise<Visit | undefined> {
  return get<Visit>(key(address)).catch(() => undefined);
}

export function keepVisit(address: VisitAddress, visit: Visit): void {
  set(key(address), visit).catch(ignore);
}

export function forgetVisit(address: VisitAddress): void {
  del(key(address)).catch(ignore);
}

import { del, get, set } from 'idb-keyval';
import { mayKeepFor } from '../../../shared/session/remembered.ts';
import type { Visit } from './state.ts';

/** The key of a visit. */
export interface VisitAddress {
  readonly learner: string;
  readonly bookId: string;
  readonly chapter: number;
}

const key = ({ learner, bookId, chapter }: VisitAddress) => `visit ${learner} ${bookId} ${chapter}`;

/** Without storage, or when it is full, only resuming is lost. */
const ignore = (failure: unknown) => console.error('the visit cannot be kept', failure);

export async function loadVisit(address: VisitAddress): Promise<Visit | undefined> {
  const visit = await get<Visit>(key(address)).catch(() => undefined);
  // A visit of an older version has no plan and cannot be resumed.
  return visit?.plan ? visit : undefined;
}

export function keepVisit(address: VisitAddress, visit: Visit): void {
  if (mayKeepFor(address.learner)) set(key(address), visit).catch(ignore);
}

export function forgetVisit(address: VisitAddress): void {
  del(key(address)).catch(ignore);
}

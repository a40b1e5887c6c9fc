import { get, set } from 'idb-keyval';
import { mayKeepFor } from '../../../shared/session/remembered.ts';
import type { VisitAddress } from './visit.ts';

/** What the learner brought to a chapter when it was first opened on this device: the page at its end tells by it. */
export interface ChapterRecord {
  /** Fragments of the chapter that were new. */
  readonly newFragments: readonly string[];
  readonly knownCount: number;
}

const key = ({ learner, bookId, chapter }: VisitAddress) => `chapter ${learner} ${bookId} ${chapter}`;

/** The record, made now if there is none. Storage that is off costs what is new in gold, nothing else. */
export async function recordOf(address: VisitAddress, now: () => ChapterRecord): Promise<ChapterRecord> {
  try {
    const kept = await get<ChapterRecord>(key(address));
    if (kept) return kept;
    const made = now();
    if (mayKeepFor(address.learner)) await set(key(address), made);
    return made;
  } catch (error) {
    console.error('what is new in the chapter cannot be kept', error);
    return now();
  }
}

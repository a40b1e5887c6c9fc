import { get, set } from 'idb-keyval';
import { mayKeepFor } from '../../../shared/session/remembered.ts';
import type { VisitAddress } from './visit.ts';

/** The learner's state when the chapter was first opened on this device, for the page at its end. */
export interface ChapterRecord {
  /** The fragments of the chapter that were new. */
  readonly newFragments: readonly string[];
  readonly knownCount: number;
}

const key = ({ learner, bookId, chapter }: VisitAddress) => `chapter ${learner} ${bookId} ${chapter}`;

/** Returns the stored record, and stores one if there is none. Without storage, only the gold of new words is lost. */
export async function recordOf(address: VisitAddress, now: () => ChapterRecord): Promise<ChapterRecord> {
  try {
    const kept = await get<ChapterRecord>(key(address));
    if (kept) return kept;
    const made = now();
    if (mayKeepFor(address.learner)) await set(key(address), made);
    return made;
  } catch (error) {
    console.error('the chapter record cannot be stored', error);
    return now();
  }
}

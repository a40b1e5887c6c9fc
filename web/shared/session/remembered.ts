import { hasSessionMarker } from '../../../facade/session-marker.ts';

/**
 * Whether this device remembers another learner (written by device/person.ts). A text comparison, because it is in every page's
 * first load and is smaller than a parser.
 */
export function remembersOther(learner: string | null): boolean {
  try {
    return localStorage['learner']?.includes(`"learner":"${learner}"`) === false;
  } catch {
    // Storage is off.
    return false;
  }
}

/** Whether data of this learner may be stored: the session still exists, and no other tab has logged in to another account. */
export function mayKeepFor(learner: string): boolean {
  return hasSessionMarker(document.cookie) && !remembersOther(learner);
}

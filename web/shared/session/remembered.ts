import { hasSessionMarker } from '../../../facade/session-marker.ts';

/**
 * Whether this device remembers somebody who is not this learner, as device/person.ts writes it. Every first load has this:
 * a text that is compared weighs less than one that is read.
 */
export function remembersOther(learner: string | null): boolean {
  try {
    return localStorage['learner']?.includes(`"learner":"${learner}"`) === false;
  } catch {
    // Storage is off.
    return false;
  }
}

/** Whether this browser still has a session that may be this learner's: another tab may have logged out, and cleared what lay here. */
export function mayKeepFor(learner: string): boolean {
  return hasSessionMarker(document.cookie) && !remembersOther(learner);
}

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

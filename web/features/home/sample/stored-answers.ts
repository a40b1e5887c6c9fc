/** Key in localStorage of the answers that wait for a first login; it is empty before a sign-up. */
export const storageKey = 'tried';

export function areAnswersStored(): boolean {
  try {
    return localStorage.getItem(storageKey) !== null;
  } catch {
    // Storage is off.
    return false;
  }
}

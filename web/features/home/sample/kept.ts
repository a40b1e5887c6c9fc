/** Key in localStorage of the answers that wait for a first login; nothing is kept there before somebody signs up. */
export const keptKey = 'tried';

export function areAnswersKept(): boolean {
  try {
    return localStorage.getItem(keptKey) !== null;
  } catch {
    // Storage is off.
    return false;
  }
}

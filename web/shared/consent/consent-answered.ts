/** Told on `window` when somebody has answered the question for consent. */
export const consentAnswered = 'camino:consent';

export const storageKey = 'consent';

export function hasAnswered(): boolean {
  try {
    return localStorage.getItem(storageKey) !== null;
  } catch {
    return false;
  }
}

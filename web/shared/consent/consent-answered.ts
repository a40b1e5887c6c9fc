/** Event on `window` when the consent question was answered. */
export const consentAnswered = 'camino:consent';

export const storageKey = 'consent';

export function hasAnswered(): boolean {
  try {
    return localStorage.getItem(storageKey) !== null;
  } catch {
    return false;
  }
}

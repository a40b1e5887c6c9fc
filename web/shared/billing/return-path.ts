/** The path that the learner left for the payment provider, and returns to. Kept for this tab only. */
const key = 'camino.return-path';

export function rememberReturnPath(): void {
  try {
    sessionStorage.setItem(key, location.pathname + location.search);
  } catch {
    // A browser that keeps nothing leads back to the library.
  }
}

/** The path remembered last, for a page may be drawn more than once; the library when there is none. */
export function returnPath(): string {
  try {
    const path = sessionStorage.getItem(key);
    // A path, never another host: '//host' is one to a browser.
    return path && /^\/(?!\/)/.test(path) ? path : '/library';
  } catch {
    return '/library';
  }
}

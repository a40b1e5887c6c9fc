/** The path that the learner left for the payment provider, and returns to. Kept for this tab only. */
const key = 'camino.return-path';

export function rememberReturnPath(): void {
  try {
    sessionStorage.setItem(key, location.pathname + location.search);
  } catch {
    // A browser that keeps nothing leads back to the library.
  }
}

/** The remembered path, once; the library when there is none. */
export function takeReturnPath(): string {
  try {
    const path = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    // A path, never another host: '//host' is one to a browser.
    return path && /^\/(?!\/)/.test(path) ? path : '/library';
  } catch {
    return '/library';
  }
}

/** The path to return to from the payment provider; stored for this tab only. */
const key = 'camino.return-path';

export function rememberReturnPath(): void {
  try {
    sessionStorage.setItem(key, location.pathname + location.search);
  } catch {
    // Without storage the learner returns to the library.
  }
}

/** The stored path, by default the library. It is not removed, because a page may render more than once. */
export function returnPath(): string {
  try {
    const path = sessionStorage.getItem(key);
    // Never another host: browsers read '//host' as one.
    return path && /^\/(?!\/)/.test(path) ? path : '/library';
  } catch {
    return '/library';
  }
}

/** Where the learner was when they left for the payment provider; they come back to it. Kept for this tab only. */
const name = 'camino.place-before-checkout';

export function rememberPlace(): void {
  try {
    sessionStorage.setItem(name, location.pathname + location.search);
  } catch {
    // A browser that keeps nothing leads back to the library.
  }
}

/** A path of ours; the library when none is known. */
export function takePlace(): string {
  try {
    const place = sessionStorage.getItem(name);
    sessionStorage.removeItem(name);
    // A path, never another host: '//host' is one to a browser.
    return place && /^\/(?!\/)/.test(place) ? place : '/library';
  } catch {
    return '/library';
  }
}

import { useSyncExternalStore } from 'react';

/** What waits here of learners who have logged out, in words, by learner. In localStorage: the login page loads little. */
const storageKey = 'left';
/** Told on `window` when it changes. */
const changed = 'camino:left';

function stored(): string {
  try {
    return localStorage.getItem(storageKey) ?? '{}';
  } catch {
    return '{}';
  }
}

function parsed(text: string): Readonly<Record<string, string>> {
  try {
    const found: unknown = JSON.parse(text);
    return typeof found === 'object' && found !== null ? (found as Record<string, string>) : {};
  } catch {
    return {};
  }
}

/** @param words undefined: nothing waits of them any more */
export function tellLeft(learner: string, words: string | undefined): void {
  const { [learner]: _, ...others } = parsed(stored());
  try {
    const left = { ...others, ...(words !== undefined && { [learner]: words }) };
    if (Object.keys(left).length > 0) localStorage.setItem(storageKey, JSON.stringify(left));
    else localStorage.removeItem(storageKey);
  } catch {
    // Storage is off.
  }
  dispatchEvent(new Event(changed));
}

function follow(listener: () => void): () => void {
  addEventListener(changed, listener);
  addEventListener('storage', listener);
  return () => {
    removeEventListener(changed, listener);
    removeEventListener('storage', listener);
  };
}

/** What waits on this device until its learners sign in again: a line for each. */
export function useLeft(): readonly string[] {
  return Object.values(parsed(useSyncExternalStore(follow, stored, () => '{}')));
}

import { useSyncExternalStore } from 'react';

/** Unsent commands of signed-out learners as text, by learner. In localStorage, because the login page loads little code. */
const storageKey = 'unsent';
/** Event on `window` when it changes. */
const changed = 'camino:unsent';

function stored(): string {
  try {
    return localStorage.getItem(storageKey) ?? '{}';
  } catch {
    return '{}';
  }
}

function parsed(stored: string): Readonly<Record<string, string>> {
  try {
    const found: unknown = JSON.parse(stored);
    return typeof found === 'object' && found !== null ? (found as Record<string, string>) : {};
  } catch {
    return {};
  }
}

/** @param text undefined: the learner has no unsent commands any more */
export function storeUnsent(learner: string, text: string | undefined): void {
  const { [learner]: _, ...others } = parsed(stored());
  try {
    const texts = { ...others, ...(text !== undefined && { [learner]: text }) };
    if (Object.keys(texts).length > 0) localStorage.setItem(storageKey, JSON.stringify(texts));
    else localStorage.removeItem(storageKey);
  } catch {
    // Storage is not available.
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

/** The texts about unsent commands on this device, one per learner. */
export function useUnsent(): readonly string[] {
  return Object.values(parsed(useSyncExternalStore(follow, stored, () => '{}')));
}

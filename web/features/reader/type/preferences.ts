import { startTransition, useEffect, useState, useSyncExternalStore } from 'react';

/** Reading preferences, stored on the device, because a phone and a desktop need different ones. */
export interface Preferences {
  /** Book: Literata. Plain: Inter. Dyslexic: OpenDyslexic. */
  readonly face: 'book' | 'plain' | 'dyslexic';
  /** Percent of the default size. */
  readonly size: (typeof sizes)[number];
  readonly leading: 'less' | 'middle' | 'more';
  readonly width: 'less' | 'middle' | 'more';
  /** Single keys such as 1, T and E are shortcuts (WCAG 2.1.4: they can be turned off). */
  readonly keys: boolean;
}

export const sizes = [85, 100, 115, 130, 150, 175, 200] as const;
const steps = ['less', 'middle', 'more'] as const;

export const standard: Preferences = {
  face: 'book',
  size: 100,
  leading: 'middle',
  width: 'middle',
  keys: true,
};

/** Parses the stored value; anything invalid gives the default. */
export function preferencesFrom(stored: string | null): Preferences {
  let found: Record<string, unknown>;
  try {
    found = Object(JSON.parse(stored ?? '{}'));
  } catch {
    return standard;
  }
  const one = <Value>(name: keyof Preferences, values: readonly Value[]) =>
    values.find(value => value === found[name]);
  return {
    face: one('face', ['book', 'plain', 'dyslexic'] as const) ?? standard.face,
    size: one('size', sizes) ?? standard.size,
    leading: one('leading', steps) ?? standard.leading,
    width: one('width', steps) ?? standard.width,
    keys: one('keys', [true, false]) ?? standard.keys,
  };
}

const storageKey = 'reading';
let current: Preferences | undefined;
const listeners = new Set<() => void>();

function preferences(): Preferences {
  if (!current) {
    try {
      current = preferencesFrom(localStorage.getItem(storageKey));
    } catch {
      // Storage is not available: the choice lasts as long as the page.
      current = standard;
    }
  }
  return current;
}

export function changePreferences(change: Partial<Preferences>): void {
  current = { ...preferences(), ...change };
  try {
    localStorage.setItem(storageKey, JSON.stringify(current));
  } catch {
    // As above.
  }
  for (const listener of listeners) listener();
}

function fromOtherTab(event: StorageEvent) {
  if (event.key !== storageKey && event.key !== null) return;
  current = undefined;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  if (listeners.size === 0) addEventListener('storage', fromOtherTab);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) removeEventListener('storage', fromOtherTab);
  };
}

export function usePreferences(): Preferences {
  return useSyncExternalStore(subscribe, preferences);
}

/** As they were before the last paint: the panel shows a choice first, and the page follows. */
export function useLaterPreferences(): Preferences {
  const [shown, setShown] = useState(preferences);
  useEffect(() => {
    const follow = () => startTransition(() => setShown(preferences));
    follow();
    return subscribe(follow);
  }, []);
  return shown;
}

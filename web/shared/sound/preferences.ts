import { useSyncExternalStore } from 'react';

/** Speed and voice for Spanish. Stored on the device, because voices belong to it. */
export interface SpeechPreferences {
  /** Share of the usual speed. */
  readonly rate: (typeof rates)[number];
  /** The `voiceURI` of a device voice; null for the default. */
  readonly voice: string | null;
}

export const rates = [0.6, 0.8, 1, 1.2] as const;

const standard: SpeechPreferences = { rate: 1, voice: null };

/** Parses the stored value; anything invalid gives the default. */
export function speechPreferencesFrom(stored: string | null): SpeechPreferences {
  try {
    const found: Record<string, unknown> = Object(JSON.parse(stored ?? '{}'));
    return {
      rate: rates.find(rate => rate === found['rate']) ?? standard.rate,
      voice: typeof found['voice'] === 'string' ? found['voice'] : standard.voice,
    };
  } catch {
    return standard;
  }
}

const storageKey = 'speech';
let current: SpeechPreferences | undefined;
const listeners = new Set<() => void>();

export function speechPreferences(): SpeechPreferences {
  if (!current) {
    try {
      current = speechPreferencesFrom(localStorage.getItem(storageKey));
    } catch {
      // Storage is not available: the choice lasts as long as the page.
      current = standard;
    }
  }
  return current;
}

export function changeSpeech(change: Partial<SpeechPreferences>): void {
  current = { ...speechPreferences(), ...change };
  try {
    localStorage.setItem(storageKey, JSON.stringify(current));
  } catch {
    // As above.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function useSpeechPreferences(): SpeechPreferences {
  return useSyncExternalStore(subscribe, speechPreferences);
}

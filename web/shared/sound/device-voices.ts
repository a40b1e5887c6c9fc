import { useSyncExternalStore } from 'react';

/** The device's Spanish voices, those of Spain first. Browsers load them asynchronously and fire an event. */
export function useDeviceVoices(): readonly SpeechSynthesisVoice[] {
  return useSyncExternalStore(subscribe, deviceVoices);
}

let known: readonly SpeechSynthesisVoice[] = [];

export function deviceVoices(): readonly SpeechSynthesisVoice[] {
  const found = synthesis()
    ?.getVoices()
    .filter(({ lang }) => /^es\b/i.test(lang.replace('_', '-')))
    .toSorted((a, b) => rank(a) - rank(b));
  if (!found) return known;
  // An unchanged list stays the same array, to avoid a rerender.
  if (found.length !== known.length || found.some((voice, index) => voice !== known[index])) known = found;
  return known;
}

/** Prefers voices of Spain, then voices that need no network. */
function rank({ lang, localService }: SpeechSynthesisVoice): number {
  return (/^es[-_]ES/i.test(lang) ? 0 : 2) + (localService ? 0 : 1);
}

export function synthesis(): SpeechSynthesis | undefined {
  return globalThis.speechSynthesis;
}

function subscribe(listener: () => void) {
  synthesis()?.addEventListener?.('voiceschanged', listener);
  return () => synthesis()?.removeEventListener?.('voiceschanged', listener);
}

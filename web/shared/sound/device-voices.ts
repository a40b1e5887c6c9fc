import { useSyncExternalStore } from 'react';

/** The device's Spanish voices, of Spain first. Browsers find them late, and tell when they have. */
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
  // The same list as before is the same array, so that nothing is drawn again for it.
  if (found.length !== known.length || found.some((voice, index) => voice !== known[index])) known = found;
  return known;
}

/** A voice of Spain, and one that needs no network, before others. */
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

import { deviceVoices, synthesis } from './device-voices.ts';
import { speechPreferences } from './preferences.ts';
import { type SpokenWord, spokenText, wordAt, wordAtShare } from './timings.ts';

/** The source of sound for a text: a file or the device's voice. */
export type Source =
  | { readonly kind: 'file'; readonly load: (signal: AbortSignal) => Promise<Blob> }
  | { readonly kind: 'device' };

/** Stops the current sound. */
let stopLast = () => {};

/**
 * Plays a sound; resolves when it ends, is stopped, or another begins. If the browser forbids sound before a gesture, nothing
 * is played, without an error.
 * @param words its words
 * @param onWord the index of the word being said; undefined at the end
 * @throws the error of the audio element or the voice
 */
export async function play(
  source: Source,
  {
    words,
    signal,
    onWord = () => {},
  }: {
    words: readonly SpokenWord[];
    signal: AbortSignal;
    onWord?: (index: number | undefined) => void;
  },
): Promise<void> {
  stopLast();
  const stop = new AbortController();
  const stopThis = () => stop.abort();
  stopLast = stopThis;
  const either = AbortSignal.any([signal, stop.signal]);
  try {
    if (source.kind === 'file') await playFile(await source.load(either), words, either, onWord);
    else await speak(words, either, onWord);
  } catch (error) {
    if (!either.aborted && !isForbidden(error)) throw error;
  } finally {
    if (stopLast === stopThis) stopLast = () => {};
    onWord(undefined);
  }
}

function isForbidden(error: unknown): boolean {
  return error instanceof Error && error.name === 'NotAllowedError';
}

async function playFile(
  file: Blob,
  words: readonly SpokenWord[],
  signal: AbortSignal,
  onWord: (index: number) => void,
): Promise<void> {
  signal.throwIfAborted();
  const address = URL.createObjectURL(file);
  const audio = new Audio(address);
  audio.playbackRate = speechPreferences().rate;
  let frame = 0;
  const follow = () => {
    if (audio.duration > 0) onWord(wordAtShare(words, audio.currentTime / audio.duration));
    frame = requestAnimationFrame(follow);
  };
  try {
    const over = new Promise<void>((resolve, reject) => {
      audio.onended = () => resolve();
      audio.onerror = () => reject(new Error(`the sound cannot be played: ${audio.error?.message}`));
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
    await Promise.race([audio.play(), over]);
    follow();
    await over;
  } finally {
    cancelAnimationFrame(frame);
    audio.pause();
    URL.revokeObjectURL(address);
  }
}

function speak(
  words: readonly SpokenWord[],
  signal: AbortSignal,
  onWord: (index: number) => void,
): Promise<void> {
  const synthesizer = synthesis();
  if (!synthesizer || signal.aborted) return Promise.resolve();
  const ended = new AbortController();
  const spoken = new Promise<void>((resolve, reject) => {
    const { text, starts } = spokenText(words);
    const voices = deviceVoices();
    const { rate, voice } = speechPreferences();
    const speech = new SpeechSynthesisUtterance(text);
    speech.voice = voices.find(({ voiceURI }) => voiceURI === voice) ?? voices[0] ?? null;
    speech.lang = speech.voice?.lang ?? 'es-ES';
    speech.rate = rate;
    speech.onboundary = ({ name, charIndex }) => {
      if (name === 'word' || name === undefined) onWord(Math.max(0, wordAt(starts, charIndex)));
    };
    speech.onend = () => resolve();
    speech.onerror = ({ error }) =>
      error === 'not-allowed' || error === 'canceled' || error === 'interrupted'
        ? resolve()
        : reject(new Error(`the device's voice failed: ${error}`));
    const stop = () => {
      synthesizer.cancel();
      resolve();
    };
    signal.addEventListener('abort', stop, { signal: ended.signal });
    synthesizer.speak(speech);
  });
  // The device has one voice: an abort after the end would stop what is said by then.
  return spoken.finally(() => ended.abort());
}

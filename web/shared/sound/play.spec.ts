// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { play } from './play.ts';
import { changeSpeech } from './preferences.ts';

const words = ['Platero', 'es', 'pequeño'].map((text, index) => ({
  id: text,
  text,
  leadingPunctuation: '',
  trailingPunctuation: index === 2 ? '.' : '',
}));

/** A fake of the browser's speech synthesis, controlled by the test. */
class Utterance {
  voice: { voiceURI: string; lang: string } | null = null;
  lang = '';
  rate = 1;
  onboundary?: (event: { name: string; charIndex: number }) => void;
  onend?: () => void;
  onerror?: (event: { error: string }) => void;
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}
let spoken: Utterance[] = [];
const cancel = vi.fn();
const voices = [
  { voiceURI: 'mexico', lang: 'es-MX', localService: true },
  { voiceURI: 'english', lang: 'en-GB', localService: true },
  { voiceURI: 'spain', lang: 'es_ES', localService: true },
];

beforeEach(() => {
  spoken = [];
  vi.stubGlobal('SpeechSynthesisUtterance', Utterance);
  vi.stubGlobal('speechSynthesis', {
    getVoices: () => voices,
    speak: (utterance: Utterance) => spoken.push(utterance),
    cancel,
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  cancel.mockClear();
  changeSpeech({ rate: 1, voice: null });
});

const begin = () => {
  const said: (number | undefined)[] = [];
  const stop = new AbortController();
  const done = play({ kind: 'device' }, { words, signal: stop.signal, onWord: word => said.push(word) });
  const [utterance] = spoken;
  if (!utterance) throw new Error('nothing was said');
  return { said, stop, done, utterance };
};

test('a device voice reports each word until the end', async () => {
  const { said, done, utterance } = begin();
  expect(utterance.text).toBe('Platero es pequeño.');
  utterance.onboundary?.({ name: 'sentence', charIndex: 0 });
  utterance.onboundary?.({ name: 'word', charIndex: 0 });
  utterance.onboundary?.({ name: 'word', charIndex: 8 });
  utterance.onboundary?.({ name: 'word', charIndex: 11 });
  utterance.onend?.();
  await done;
  expect(said).toEqual([0, 1, 2, undefined]);
});

test('a voice of Spain or the chosen one is used, at the chosen speed', async () => {
  const first = begin();
  expect([first.utterance.voice?.voiceURI, first.utterance.rate]).toEqual(['spain', 1]);
  first.utterance.onend?.();
  await first.done;
  spoken = [];
  changeSpeech({ rate: 0.6, voice: 'mexico' });
  const second = begin();
  expect([second.utterance.voice?.voiceURI, second.utterance.rate]).toEqual(['mexico', 0.6]);
  second.stop.abort();
  await second.done;
});

test('a browser that forbids sound is not an error; a broken voice is', async () => {
  const forbidden = begin();
  forbidden.utterance.onerror?.({ error: 'not-allowed' });
  await forbidden.done;
  spoken = [];
  const broken = begin();
  broken.utterance.onerror?.({ error: 'synthesis-failed' });
  await expect(broken.done).rejects.toThrow('synthesis-failed');
});

test('leaving the place of a sound that has ended does not stop the next one', async () => {
  const first = begin();
  first.utterance.onend?.();
  await first.done;
  spoken = [];
  const second = begin();
  first.stop.abort();
  expect(cancel).not.toHaveBeenCalled();
  second.utterance.onend?.();
  await second.done;
});

test('a new sound stops the current one', async () => {
  const first = begin();
  spoken = [];
  const second = begin();
  await first.done;
  expect(cancel).toHaveBeenCalledOnce();
  expect(first.said).toEqual([undefined]);
  second.stop.abort();
  await second.done;
});

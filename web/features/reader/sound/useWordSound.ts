import { useEffect, useState } from 'react';

/** Words that turned out to have no recording: they are not asked for again. */
const silent = new Set<string>();

/** Where a word's recording is (spec 7): the word in lower case. */
export function soundOf(word: string): string {
  return `/spanish-words/${encodeURIComponent(word.toLocaleLowerCase('es'))}.wav`;
}

/**
 * Plays a word's recording; undefined until it is known to be there. A failure is only logged (spec 8).
 * @param word undefined while nothing is selected
 * @param automatically the learner's setting: plays once as soon as it can
 */
export function useWordSound(word: string | undefined, automatically: boolean): (() => void) | undefined {
  const [audio, setAudio] = useState<HTMLAudioElement | undefined>();
  useEffect(() => {
    if (word === undefined || silent.has(word)) return;
    const found = new Audio();
    let wanted = true;
    found.preload = 'auto';
    found.addEventListener('canplaythrough', () => wanted && setAudio(found), { once: true });
    found.addEventListener('error', () => {
      silent.add(word);
      console.info(`no recording of '${word}'`);
    });
    found.src = soundOf(word);
    return () => {
      wanted = false;
      found.pause();
      setAudio(undefined);
    };
  }, [word]);
  useEffect(() => {
    if (audio && automatically) play(audio);
  }, [audio, automatically]);
  return audio && (() => play(audio));
}

function play(audio: HTMLAudioElement) {
  audio.currentTime = 0;
  audio.play().catch(error => console.error('the recording cannot be played', error));
}

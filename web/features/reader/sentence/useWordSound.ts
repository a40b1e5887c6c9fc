import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

const folder = '/spanish-words';

/** The words that have a recording, in lower case, asked for once. */
const recordedWords = queryOptions({
  queryKey: ['recorded words'],
  queryFn: async ({ signal }) => {
    const reply = await fetch(`${folder}/index.json`, { signal });
    if (!reply.ok) throw new Error(`the list of recordings was answered with ${reply.status}`);
    const words: unknown = await reply.json();
    if (!Array.isArray(words)) throw new Error('the list of recordings is no list');
    return new Set(words.filter(word => typeof word === 'string'));
  },
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  retry: false,
});

/**
 * Plays a word's recording (spec 7: under the word in lower case); undefined when there is none, and until it is loaded.
 * A failure is only logged (spec 8).
 * @param automatically the learner's setting: plays once as soon as it can
 */
export function useWordSound(word: string, automatically: boolean): (() => void) | undefined {
  const { data: recorded, error } = useQuery(recordedWords);
  const name = word.toLocaleLowerCase('es');
  const isRecorded = recorded?.has(name) ?? false;
  const [audio, setAudio] = useState<HTMLAudioElement | undefined>();
  useEffect(() => {
    if (error) console.error('which words are recorded is not known', error);
  }, [error]);
  useEffect(() => {
    if (!isRecorded) return;
    const found = new Audio();
    let wanted = true;
    found.preload = 'auto';
    found.addEventListener('canplaythrough', () => wanted && setAudio(found), { once: true });
    found.addEventListener('error', () => console.error(`the recording of '${name}' did not load`));
    found.src = `${folder}/${encodeURIComponent(name)}.wav`;
    return () => {
      wanted = false;
      found.pause();
      setAudio(undefined);
    };
  }, [name, isRecorded]);
  useEffect(() => {
    if (audio && automatically) play(audio);
  }, [audio, automatically]);
  return audio && (() => play(audio));
}

function play(audio: HTMLAudioElement) {
  audio.currentTime = 0;
  audio.play().catch(error => console.error('the recording cannot be played', error));
}

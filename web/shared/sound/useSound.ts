import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { sounds } from '../../../facade/sound.ts';
import { keepSound, soundOnDevice } from '../device/sounds.ts';
import { askForFile } from '../session/ask.ts';
import type { Session } from '../session/session.ts';
import { useSessionActions } from '../session.tsx';
import { useDeviceVoices } from './device-voices.ts';
import { play } from './play.ts';
import type { SpokenWord } from './timings.ts';

/** What is to be heard. */
export interface Heard {
  /** A word by itself in lower case, or a sentence by its key: the names of recordings. */
  readonly recording: { readonly kind: 'words' | 'sentences'; readonly name: string };
  /** Where its sound is, recorded or said by the server. */
  readonly address: string;
  readonly words: readonly SpokenWord[];
}

export interface Sound {
  readonly start: () => void;
  readonly stop: () => void;
  readonly playing: boolean;
  readonly failed: boolean;
}

/**
 * Says a word or a sentence: from its recording, else with a Spanish voice of the device, else with the server's. Undefined
 * when there is none of them, and until that is known. A failure is logged (spec 8).
 * @param automatically the learner's setting: it is said once, as soon as it can be
 * @param onWord the index of the word being said
 */
export function useSound(
  heard: Heard,
  automatically: boolean,
  onWord?: (index: number | undefined) => void,
): Sound | undefined {
  const session = useSessionActions();
  const { data, error, isPending } = useQuery(soundsQuery(session));
  const voices = useDeviceVoices();
  const [state, setState] = useState<'silent' | 'playing' | 'failed'>('silent');
  const playing = useRef<AbortController>(undefined);
  useEffect(() => {
    if (error) console.error('what has a recording is not known', error);
  }, [error]);

  const { kind, name } = heard.recording;
  const recorded = data?.[kind].includes(name) ?? false;
  const source = isPending
    ? undefined
    : recorded
      ? 'file'
      : voices.length > 0
        ? 'device'
        : data?.voice
          ? 'file'
          : undefined;

  const start = async () => {
    if (source === undefined) return;
    const mine = new AbortController();
    playing.current?.abort();
    playing.current = mine;
    setState('playing');
    const from =
      source === 'device'
        ? ({ kind: 'device' } as const)
        : ({ kind: 'file', load: (signal: AbortSignal) => load(session, heard.address, signal) } as const);
    let ended: 'silent' | 'failed' = 'silent';
    try {
      await play(from, { words: heard.words, signal: mine.signal, ...(onWord && { onWord }) });
    } catch (failure) {
      console.error(`${heard.address} cannot be heard`, failure);
      ended = 'failed';
    }
    if (playing.current === mine) setState(ended);
  };

  // Whoever goes on to something else has heard enough of this.
  useEffect(() => () => playing.current?.abort(), []);
  const isReady = source !== undefined;
  const begin = useEffectEvent(() => void start());
  useEffect(() => {
    if (isReady && automatically) begin();
  }, [isReady, automatically]);

  if (!isReady) return undefined;
  return {
    start: () => void start(),
    stop: () => playing.current?.abort(),
    playing: state === 'playing',
    failed: state === 'failed',
  };
}

/** A word by itself, without the punctuation around it. */
export function wordHeard(text: string): Heard {
  const name = text.toLocaleLowerCase('es');
  return {
    recording: { kind: 'words', name },
    address: `/spanish-words/${encodeURIComponent(name)}.wav`,
    words: [{ id: name, text, leadingPunctuation: '', trailingPunctuation: '' }],
  };
}

/** Asked once: recordings do not come and go. */
function soundsQuery({ client }: Session) {
  return queryOptions({
    queryKey: ['sounds'],
    queryFn: ({ signal }) => client.call(sounds, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}

/** A sound file; one that was heard before comes from the device when the server does not answer. */
async function load(session: Session, address: string, signal: AbortSignal): Promise<Blob> {
  const { learner } = session.auth();
  const reply = await askForFile(session, address, { signal }).catch((failure: unknown) => {
    if (signal.aborted) throw failure;
    return failure;
  });
  if (reply instanceof Response && reply.ok) {
    const sound = await reply.blob();
    if (learner && learner === session.auth().learner)
      keepSound(learner, address, sound).catch(error => console.error('a sound is not kept', error));
    return sound;
  }
  const isRefused = reply instanceof Response && reply.status < 500;
  const kept = learner && !isRefused ? await soundOnDevice(learner, address) : undefined;
  if (kept) return kept;
  throw reply instanceof Response ? new Error(`answered with ${reply.status}`) : reply;
}

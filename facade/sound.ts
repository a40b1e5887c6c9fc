import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { signedIn } from './values.ts';

const SoundFile = z.object({ file: z.string().check(z.regex(/^.{1,200}\.wav$/, 'must end with .wav')) });

const Wav = z.custom<Uint8Array>(value => value instanceof Uint8Array);

/** Which sounds exist, so that the browser does not request missing ones. */
export const sounds = endpoint({
  name: 'sounds',
  method: 'GET',
  path: '/sounds',
  served: 'query',
  callers: 'anyone',
  summary:
    'Words (in lower case) and sentences (their keys) that have a recording, and whether the server has a voice.',
  reply: z.object({ words: z.array(z.string()), sentences: z.array(z.string()), voice: z.boolean() }),
});

export const wordSound = endpoint({
  name: 'wordSound',
  method: 'GET',
  path: '/spanish-words/:file',
  served: 'query',
  callers: 'anyone',
  summary: 'A word of the library as {word}.wav, in lower case: its recording, or the voice of the server.',
  params: SoundFile,
  media: 'audio/wav',
  reply: Wav,
});

export const sentenceSound = endpoint({
  name: 'sentenceSound',
  method: 'GET',
  path: '/spanish-sentences/:file',
  served: 'query',
  callers: signedIn,
  summary: 'A sentence as {sentence id}.wav: its recording, or the voice of the server. 402 as for its text.',
  params: SoundFile,
  media: 'audio/wav',
  reply: Wav,
});

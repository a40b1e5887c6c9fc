import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Voice } from '../../query-api/sound.ts';
import { openFileCache } from './cache.ts';
import { isInstalled, openSpeaker, type Speaker } from './speaker.ts';

/** Size of the cache on disk in bytes: some hours of speech, more than the library has. */
const CACHE_BYTES = 256 * 1024 * 1024;

/**
 * Number of texts that may wait for the voice; further requests are asked to try again. Anybody may ask for a word, so
 * words take half of the places at most, and learners still hear their sentences.
 */
const MAX_WAITING = { word: 10, sentence: 20 } as const;

/** Part of the names of cached files; to be raised when the voice, its speed or its program changes. */
const VERSION = 1;

export interface OpenVoice {
  readonly say: Voice;
  readonly close: () => void;
}

/** The server's own voice, or undefined where it is not installed. It synthesizes one text at a time, and each only once. */
export async function openVoice(
  dataDirectory: string,
  {
    report,
    kept = CACHE_BYTES,
    speaker = openSpeaker(),
  }: {
    /** Takes a line for the operator when the voice fails. */
    readonly report: (line: string) => void;
    readonly kept?: number;
    readonly speaker?: Speaker;
  },
): Promise<OpenVoice | undefined> {
  if (!isInstalled()) return undefined;
  const cache = await openFileCache(join(dataDirectory, 'voice'), kept);
  const inProgress = new Map<string, Promise<Buffer | undefined>>();
  let last: Promise<unknown> = Promise.resolve();

  const synthesize = async (name: string, text: string) => {
    const synthesis = last.then(() => speaker.speak(text));
    last = synthesis.catch(() => {});
    const bytes = await synthesis;
    await cache.write(name, bytes);
    return bytes;
  };

  return {
    say: async (text, kind) => {
      const speech = speakable(text);
      const name = `${createHash('sha256').update(`${VERSION} ${speech}`).digest('hex')}.wav`;
      const known = inProgress.get(name) ?? (await cache.read(name)) ?? inProgress.get(name);
      if (known) return known;
      if (inProgress.size >= MAX_WAITING[kind]) return undefined;
      const result = synthesize(name, speech)
        .catch((error: unknown) => {
          report(error instanceof Error ? error.message : String(error));
          return undefined;
        })
        .finally(() => inProgress.delete(name));
      inProgress.set(name, result);
      return result;
    },
    close: () => speaker.close(),
  };
}

/** Without leading hyphens, because the program would take such a text for an option. */
function speakable(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[\s-]+/, '');
}

import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Voice } from '../../query-api/sound.ts';
import { openFileCache } from './cache.ts';
import { isInstalled, openSpeaker, type Speaker } from './speaker.ts';

/** What is kept of the voice on disk, in bytes: some hours of speech, more than the library has. */
const KEPT = 256 * 1024 * 1024;

/** Texts that may wait for the voice; who comes then is told to try again. */
const WAITING = 20;

/** Part of the names of kept files: to be raised when the voice, its speed or its program changes. */
const VERSION = 1;

export interface OpenVoice {
  readonly say: Voice;
  readonly close: () => void;
}

/** The server's own voice, or undefined where it is not installed. It says one text at a time, and each only once. */
export async function openVoice(
  dataDirectory: string,
  {
    report,
    kept = KEPT,
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
  const saying = new Map<string, Promise<Buffer | undefined>>();
  let last: Promise<unknown> = Promise.resolve();

  const spoken = async (name: string, text: string) => {
    const before = await cache.read(name);
    if (before) return before;
    const made = last.then(() => speaker.speak(text));
    last = made.catch(() => {});
    const bytes = await made;
    await cache.write(name, bytes);
    return bytes;
  };

  return {
    say: async text => {
      const speech = sayable(text);
      const name = `${createHash('sha256').update(`${VERSION} ${speech}`).digest('hex')}.wav`;
      const under = saying.get(name);
      if (under) return under;
      if (saying.size >= WAITING) return undefined;
      const said = spoken(name, speech)
        .catch((error: unknown) => {
          report(error instanceof Error ? error.message : String(error));
          return undefined;
        })
        .finally(() => saying.delete(name));
      saying.set(name, said);
      return said;
    },
    close: () => speaker.close(),
  };
}

/** The program takes what begins with a hyphen for an option. */
function sayable(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[\s-]+/, '');
}

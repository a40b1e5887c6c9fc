import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { cached } from '../caching/cached.ts';
import type { Database } from '../database/tables.ts';
import { sentenceKey } from '../domain/catalogue/keys.ts';
import { isRefusal, type Refusal, refuse } from '../domain/refusal.ts';
import type { Serve } from '../facade/express/api.ts';
import { sentenceSound, sounds, wordSound } from '../facade/sound.ts';
import type { ReadModels } from './consistency.ts';
import { openChapter } from './opened-chapter.ts';

/** Makes a WAV file of a Spanish text; undefined when it fails or the queue is full, for words before it is for sentences. */
export type Voice = (text: string, kind: 'word' | 'sentence') => Promise<Buffer | undefined>;

/** The sources of sound for words and sentences. */
export interface Sounds {
  /** Folders of `{word}.wav`, in lower case, and of `{sentence key}.wav`; the second is not public, as sentences are not. */
  readonly recordings: Readonly<Record<'words' | 'sentences', string | undefined>>;
  /** Undefined where there is none. */
  readonly voice: Voice | undefined;
}

/** No recordings and no voice. */
export const silence: Sounds = { recordings: { words: undefined, sentences: undefined }, voice: undefined };

/**
 * Words and sentences of the library as sound: a recording, else the server's voice, else 404. Hearing a sentence needs the
 * same access as reading it; words are public.
 */
export function serveSound(
  serve: Serve,
  { db, read, from }: { readonly db: Kysely<Database>; readonly read: ReadModels; readonly from: Sounds },
): void {
  const isWord = libraryWords(db);
  const recordings = {
    words: recordingsOf(from.recordings.words),
    sentences: recordingsOf(from.recordings.sentences),
  };

  serve(sounds, async () => {
    const [words, sentences] = await Promise.all([recordings.words(), recordings.sentences()]);
    return {
      words: [...words.keys()].sort(),
      sentences: [...sentences.keys()].sort(),
      voice: from.voice !== undefined,
    };
  });

  serve(wordSound, async ({ params, http }) => {
    const word = params.file.slice(0, -'.wav'.length).toLocaleLowerCase('es');
    if (!(await isWord(word))) return noSound;
    http.response.setHeader('Cache-Control', 'public, max-age=86400');
    const recording = (await recordings.words()).get(word);
    return soundOf(recording, () => from.voice?.(word, 'word'));
  });

  serve(sentenceSound, async ({ params, caller, http }) => {
    const found = await sentenceOf(db, params.file.slice(0, -'.wav'.length));
    if (!found) return noSound;
    const opened = await openChapter({ db, read }, caller, found.chapter, { id: found.book_id });
    // No sound after the subscription has ended, also of read sentences (`mayShow`).
    if (isRefusal(opened)) return opened;
    http.response.setHeader('Cache-Control', 'private, no-cache');
    const recording = (await recordings.sentences()).get(sentenceKey(opened.bookTitle, found));
    return soundOf(recording, () => from.voice?.(found.text, 'sentence'));
  });
}

const noSound = refuse('not found', { because: 'missing' });

/**
 * The recording, else what the voice says.
 * @param say undefined where there is no voice
 */
async function soundOf(
  recording: string | undefined,
  say: () => ReturnType<Voice> | undefined,
): Promise<Buffer | Refusal> {
  if (recording !== undefined) {
    const sound = await readFile(recording).catch(() => undefined);
    // Deleted since the folder was listed.
    if (sound) return sound;
  }
  const saying = say();
  if (!saying) return noSound;
  return (await saying) ?? refuse('the voice is busy', { because: 'unavailable' });
}

/** How long the list of a folder's recordings is cached, in milliseconds. */
const RECORDINGS_MAX_AGE = 1_000;

/**
 * The paths of the recordings in a folder, which need not exist, by name in NFC. A file system may keep names in another
 * normal form (macOS: NFD). The calls are public, so the list is cached.
 */
function recordingsOf(folder: string | undefined): () => Promise<ReadonlyMap<string, string>> {
  const read = async () => {
    const files = folder === undefined ? [] : await readdir(folder).catch(() => []);
    return new Map(
      files
        .filter(file => file.endsWith('.wav'))
        .map(file => [file.slice(0, -'.wav'.length).normalize('NFC'), join(folder ?? '', file)] as const),
    );
  };
  return cached(read, () => RECORDINGS_MAX_AGE);
}

/** How long the words of the library are cached, in milliseconds. */
const WORDS_MAX_AGE = 60_000;

/**
 * Whether a word, in lower case, is in the library. The call is public, so the words are cached. Lower case is computed here
 * for Spanish, because the database's depends on its locale.
 */
function libraryWords(db: Kysely<Database>): (word: string) => Promise<boolean> {
  const words = cached(
    () => wordsOf(db),
    () => WORDS_MAX_AGE,
  );
  return async word => (await words()).has(word);
}

async function wordsOf(db: Kysely<Database>): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('word_instances')
    .innerJoin('sentences', 'sentences.id', 'word_instances.sentence_id')
    .innerJoin('books', 'books.id', 'sentences.book_id')
    .select('word_instances.text')
    .distinct()
    .where('word_instances.retired', '=', false)
    .where('sentences.retired', '=', false)
    .where('books.withheld', '=', false)
    .execute();
  return new Set(rows.map(({ text }) => text.toLocaleLowerCase('es')));
}

function sentenceOf(db: Kysely<Database>, id: string) {
  return db
    .selectFrom('sentences')
    .select(['text', 'book_id', 'part', 'chapter', 'section', 'position'])
    .where('id', '=', id)
    .where('retired', '=', false)
    .executeTakeFirst();
}

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import type { Database } from '../database/tables.ts';
import { sentenceKey } from '../domain/catalogue/keys.ts';
import { isRefusal, type Refusal, refuse } from '../domain/refusal.ts';
import type { Serve } from '../facade/express/api.ts';
import { sentenceSound, sounds, wordSound } from '../facade/sound.ts';
import type { ReadModels } from './consistency.ts';
import { openChapter } from './opened-chapter.ts';

/** Makes a WAV file of a Spanish text; undefined when it fails or the queue is full. */
export type Voice = (text: string) => Promise<Buffer | undefined>;

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

  serve(sounds, async () => {
    const [words, sentences] = await Promise.all([
      recordingsIn(from.recordings.words),
      recordingsIn(from.recordings.sentences),
    ]);
    return { words, sentences, voice: from.voice !== undefined };
  });

  serve(wordSound, async ({ params, http }) => {
    const word = params.file.slice(0, -'.wav'.length).toLocaleLowerCase('es');
    if (!(await isWord(word))) return noSound;
    http.response.setHeader('Cache-Control', 'public, max-age=86400');
    return soundOf({ folder: from.recordings.words, name: word, text: word, voice: from.voice });
  });

  serve(sentenceSound, async ({ params, caller, http }) => {
    const found = await sentenceOf(db, params.file.slice(0, -'.wav'.length));
    if (!found) return noSound;
    const opened = await openChapter({ db, read }, caller, found.chapter, { id: found.book_id });
    // No sound after the subscription has ended, also of read sentences (`mayShow`).
    if (isRefusal(opened)) return opened;
    http.response.setHeader('Cache-Control', 'private, no-cache');
    const name = sentenceKey(opened.bookTitle, found);
    return soundOf({ folder: from.recordings.sentences, name, text: found.text, voice: from.voice });
  });
}

const noSound = refuse('not found', { because: 'missing' });

async function soundOf({
  folder,
  name,
  text,
  voice,
}: {
  folder: string | undefined;
  name: string;
  text: string;
  voice: Voice | undefined;
}): Promise<Buffer | Refusal> {
  const recordings = await recordingsIn(folder);
  if (folder !== undefined && recordings.includes(name)) return readFile(join(folder, `${name}.wav`));
  if (!voice) return noSound;
  return (await voice(text)) ?? refuse('the voice is busy', { because: 'unavailable' });
}

/** The names of the recordings in a folder, which need not exist. */
async function recordingsIn(folder: string | undefined): Promise<string[]> {
  if (folder === undefined) return [];
  const files = await readdir(folder).catch(() => []);
  return files
    .filter(file => file.endsWith('.wav'))
    .map(file => file.slice(0, -'.wav'.length).normalize('NFC'))
    .sort();
}

/** How long the words of the library are cached, in milliseconds. */
const WORDS_MAX_AGE = 60_000;

/**
 * Whether a word, in lower case, is in the library. The call is public, so the words are cached. Lower case is computed here
 * for Spanish, because the database's depends on its locale.
 */
function libraryWords(db: Kysely<Database>): (word: string) => Promise<boolean> {
  let known: Promise<ReadonlySet<string>> | undefined;
  let until = 0;
  return async word => {
    if (!known || Date.now() > until) {
      until = Date.now() + WORDS_MAX_AGE;
      known = wordsOf(db);
      known.catch(() => {
        known = undefined;
      });
    }
    return (await known).has(word);
  };
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

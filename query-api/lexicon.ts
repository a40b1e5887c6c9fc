import { type Kysely, sql } from 'kysely';
import type { Database } from '../database/tables.ts';

/** All fragments of the catalogue, and the words that contain them. */
export interface Lexicon {
  readonly fragments: ReadonlyMap<string, DescribedFragment>;
  /** The distinct words made of a stem, by its id, in the order of their texts. */
  readonly words: ReadonlyMap<string, readonly Word[]>;
  /** Ids of the stems of each dictionary form; of all languages. */
  readonly forms: ReadonlyMap<string, readonly string[]>;
}

/** The dictionary form that a stem belongs to. */
export const formOf = ({ lemma, text }: Pick<DescribedFragment, 'lemma' | 'text'>) => lemma ?? text;

interface DescribedFragment {
  readonly text: string;
  readonly ending: boolean;
  readonly gloss: string;
  readonly lemma: string | null;
  /** The chapters that have it, also those of withheld books. */
  readonly places: readonly Place[];
}

export interface Place {
  readonly book: string;
  readonly chapter: number;
  /** Position of the first sentence with a question for it; null if there is none. */
  readonly askedFrom: number | null;
}

interface Word {
  readonly text: string;
  /** Ids, in the order of the word. */
  readonly endings: readonly string[];
  readonly places: readonly WordPlace[];
}

export interface WordPlace {
  readonly book: string;
  readonly chapter: number;
  /** Position of the first sentence with the word. */
  readonly from: number;
}

/**
 * The lexicon of the catalogue in a snapshot. It is cached until the catalogue changes, because it is the same for all
 * learners and slow to read.
 */
export function lexicons(): (snapshot: Kysely<Database>) => Promise<Lexicon> {
  let kept: { readonly edition: string; readonly lexicon: Promise<Lexicon> } | undefined;
  return async snapshot => {
    const edition = await editionOf(snapshot);
    if (kept?.edition === edition) return kept.lexicon;
    const read = { edition, lexicon: readLexicon(snapshot) };
    kept = read;
    // After a failure the next call reads it again.
    read.lexicon.catch(() => {
      if (kept === read) kept = undefined;
    });
    return read.lexicon;
  };
}

/** Differs after every change of the catalogue. */
async function editionOf(snapshot: Kysely<Database>): Promise<string> {
  const { edition } = await snapshot
    .selectFrom('chapters')
    .innerJoin('books', 'books.id', 'chapters.book_id')
    .select(
      sql<string>`concat(
        (select sources from library_state),
        string_agg(concat_ws(' ', book_id, number, content_version, withheld), ' ' order by book_id, number))`.as(
        'edition',
      ),
    )
    .executeTakeFirstOrThrow();
  return edition;
}

async function readLexicon(snapshot: Kysely<Database>): Promise<Lexicon> {
  const fragments = await snapshot
    .selectFrom('fragments')
    .select(['id', 'text', 'kind', 'gloss', 'lemma'])
    .execute();
  const places = await snapshot
    .selectFrom('chapter_fragments')
    .select(['fragment_id', 'book_id as book', 'chapter', 'asked_from as askedFrom'])
    .execute();
  const placesOf = Map.groupBy(places, ({ fragment_id }) => fragment_id);
  return {
    fragments: new Map(
      fragments.map(({ id, text, kind, gloss, lemma }) => [
        id,
        { text, ending: kind === 'ending', gloss, lemma, places: placesOf.get(id) ?? [] },
      ]),
    ),
    words: await wordsOf(snapshot),
    forms: new Map(
      Map.groupBy(
        fragments.filter(({ kind }) => kind !== 'ending'),
        formOf,
      )
        .entries()
        .map(([form, stems]) => [form, stems.map(({ id }) => id)]),
    ),
  };
}

async function wordsOf(snapshot: Kysely<Database>): Promise<Lexicon['words']> {
  const rows = await snapshot
    .selectFrom('word_instances as word')
    .innerJoin('sentences as sentence', 'sentence.id', 'word.sentence_id')
    .innerJoin('books', 'books.id', 'sentence.book_id')
    .select([
      'word.stem',
      sql<string>`lower(word.text)`.as('form'),
      sql<string[]>`array_remove(array[ending1, ending2, ending3], null)`.as('endings'),
      'sentence.book_id as book',
      'sentence.chapter',
      sql<number>`min(sentence.position)`.as('from'),
    ])
    .groupBy(['word.stem', 'form', 'endings', 'book', 'sentence.chapter'])
    .where('word.retired', '=', false)
    .where('word.skipped', 'is', null)
    .where('books.withheld', '=', false)
    // Rows of one word follow each other.
    .orderBy('form')
    .orderBy('endings')
    .execute();
  const words = new Map<string, (Word & { readonly places: WordPlace[] })[]>();
  for (const { stem, form, endings, ...place } of rows) {
    const ofStem = words.get(stem) ?? [];
    words.set(stem, ofStem);
    const last = ofStem.at(-1);
    if (last?.text === form && String(last.endings) === String(endings)) last.places.push(place);
    else ofStem.push({ text: form, endings, places: [place] });
  }
  return words;
}

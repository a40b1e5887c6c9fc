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
  const words = await snapshot
    .selectFrom('word_instances as word')
    .innerJoin('sentences', 'sentences.id', 'word.sentence_id')
    .innerJoin('books', 'books.id', 'sentences.book_id')
    .select([
      sql<string>`lower(word.text)`.as('text'),
      'word.stem',
      sql<string[]>`array_remove(array[ending1, ending2, ending3], null)`.as('endings'),
    ])
    .distinct()
    .where('word.retired', '=', false)
    .where('word.skipped', 'is', null)
    .where('books.withheld', '=', false)
    .orderBy('text')
    .execute();
  return {
    fragments: new Map(
      fragments.map(({ id, text, kind, gloss, lemma }) => [
        id,
        { text, ending: kind === 'ending', gloss, lemma, places: placesOf.get(id) ?? [] },
      ]),
    ),
    words: Map.groupBy(words, ({ stem }) => stem),
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

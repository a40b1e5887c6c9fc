import type { Kysely } from 'kysely';
import type { Database } from '../../database/tables.ts';
import { folded, formsOf } from '../../domain/vocabulary/word-list.ts';

/** A dictionary form of the library, with the fragments that are its stems. */
export interface LexiconEntry {
  readonly word: string;
  readonly gloss: string;
  readonly fragments: readonly string[];
}

export interface Lexicon {
  /** The entries that a cell of a list may mean; empty if the library has none. */
  readonly find: (cell: string) => readonly LexiconEntry[];
}

/** The dictionary forms of a language's books, without names; undefined for an unknown language. */
export async function lexiconOf(db: Kysely<Database>, language: string): Promise<Lexicon | undefined> {
  const known = await db.selectFrom('languages').select('id').where('id', '=', language).executeTakeFirst();
  if (!known) return undefined;
  const stems = await db
    .selectFrom('fragments')
    .select(['id', 'text', 'lemma', 'gloss', 'pos'])
    .where('language_id', '=', language)
    .where('kind', '=', 'stem')
    .where('in_book', '=', true)
    // Not of a withheld book, where it would never be asked.
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('chapter_fragments')
          .innerJoin('books', 'books.id', 'chapter_fragments.book_id')
          .select('chapter_fragments.fragment_id')
          .whereRef('chapter_fragments.fragment_id', '=', 'fragments.id')
          .where('books.withheld', '=', false),
      ),
    )
    .orderBy('id')
    .execute();
  const named = stems.filter(({ pos }) => pos !== 'proper noun');
  const byWord = Map.groupBy(named, stem => dictionaryForm(stem).normalize('NFC').toLowerCase());
  const exact = new Map<string, LexiconEntry>(
    Array.from(byWord, ([word, all]) => [
      word,
      { word, gloss: plainest(all)?.gloss ?? '', fragments: all.map(({ id }) => id) },
    ]),
  );
  const loose = Map.groupBy(exact.values(), ({ word }) => folded(word));
  // 'ano' may mean 'año', but 'año' does not mean 'ano'.
  const entriesFor = (word: string) => {
    const entry = exact.get(word);
    return entry ? [entry] : (loose.get(folded(word)) ?? []);
  };
  return {
    find: cell => {
      for (const group of formsOf(cell)) {
        const found = group.flatMap(entriesFor);
        if (found.length > 0) return found;
      }
      return [];
    },
  };
}

/** A stem longer than its dictionary form is a derived word: a learner who knows *casa* may not know *casucha*. */
function dictionaryForm({ lemma, text }: { readonly lemma: string | null; readonly text: string }): string {
  return lemma === null || text.length > lemma.length ? text : lemma;
}

/** The stem of the word itself, not of a derived word. */
function plainest<Stem extends { readonly text: string }>(stems: readonly Stem[]): Stem | undefined {
  return stems.toSorted((a, b) => a.text.length - b.text.length)[0];
}

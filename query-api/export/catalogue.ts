import { type Kysely, sql } from 'kysely';
import type { Database } from '../../database/tables.ts';
import type { HistoryLine } from '../../facade/history-lines.ts';

type ToldSentence = (HistoryLine & { type: 'answered' })['sentence'];
interface ToldFragment {
  readonly id: string;
  readonly text?: string;
}

/** The catalogue's data for the ids in a batch of events. */
export interface Catalogue {
  /** Titles by id. */
  readonly books: ReadonlyMap<string, string>;
  readonly fragment: (id: string) => ToldFragment;
  /** Only the id if the library does not have it, or this deployment withholds its book. */
  readonly sentence: (id: string) => ToldSentence;
}

export function booksOf(db: Kysely<Database>) {
  return db.selectFrom('books').select(['id', 'title']).orderBy('id').execute();
}

export async function catalogueOf(
  db: Kysely<Database>,
  books: ReadonlyMap<string, string>,
  { fragments, sentences }: { readonly fragments: readonly string[]; readonly sentences: readonly string[] },
): Promise<Catalogue> {
  const [texts, rows] = await Promise.all([textsOf(db, fragments), sentencesOf(db, sentences)]);
  const sentenceById = new Map(rows.map(({ book_id, ...row }) => [row.id, { ...row, bookId: book_id }]));
  return {
    books,
    fragment: id => {
      const text = texts.get(id);
      return { id, ...(text !== undefined && { text }) };
    },
    sentence: id => {
      const row = sentenceById.get(id);
      const book = row && books.get(row.bookId);
      return { id, ...row, ...(book !== undefined && { book }) };
    },
  };
}

/** Texts of fragments by id; an ending has its hyphen. */
export async function textsOf(
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('fragments')
    .select(['id', 'text', 'kind'])
    .where('id', '=', sql<string>`any(${[...new Set(ids)]}::text[])`)
    .execute();
  return new Map(rows.map(({ id, text, kind }) => [id, spelled(text, kind)]));
}

/** An ending is told from a word by its hyphen. */
export function spelled(text: string, kind: 'stem' | 'ending'): string {
  return kind === 'ending' && !text.startsWith('-') ? `-${text}` : text;
}

async function sentencesOf(db: Kysely<Database>, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return db
    .selectFrom('sentences')
    .innerJoin('books', 'books.id', 'sentences.book_id')
    .select([
      'sentences.id',
      'sentences.book_id',
      'sentences.chapter',
      'sentences.position',
      'sentences.text',
      'sentences.translation',
    ])
    .where('sentences.id', '=', sql<string>`any(${[...new Set(ids)]}::text[])`)
    .where('books.withheld', '=', false)
    .execute();
}

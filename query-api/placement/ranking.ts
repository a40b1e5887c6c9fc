import { type Kysely, sql } from 'kysely';
import type { Database } from '../../database/tables.ts';
import { type Model, modelOf } from '../../domain/placement/belief.ts';
import { shelf } from '../shelf.ts';

/** The fragments of a language's books by how often they occur, and the questions of free chapters about them. */
export interface Ranking {
  readonly model: Model;
  /** Fragment ids; index 0 is rank 1, the most frequent. */
  readonly fragments: readonly string[];
  readonly questions: ReadonlyMap<string, RankedQuestion>;
}

export interface RankedQuestion {
  readonly id: string;
  readonly sentence: string;
  /** Words of the sentence. */
  readonly length: number;
  /** Rank of its rarest fragment, which is probably learned last. */
  readonly rank: number;
  /** Place of its book on the shelf: 0 is the easiest. */
  readonly shelf: number;
}

const fragmentsOfWord = sql<string>`unnest(array[word.stem, word.ending1, word.ending2, word.ending3])`;

/** Rankings are kept until a chapter of the language changes. */
export function rankings(db: Kysely<Database>): (language: string) => Promise<Ranking | undefined> {
  const kept = new Map<
    string,
    { readonly edition: string; readonly ranking: Promise<Ranking | undefined> }
  >();
  return async language => {
    const { edition } = await db
      .selectFrom('chapters')
      .innerJoin('books', 'books.id', 'chapters.book_id')
      .where('books.language_id', '=', language)
      .where('books.withheld', '=', false)
      .where('chapters.content_version', 'is not', null)
      .select(
        sql<string>`coalesce(string_agg(book_id || ' ' || content_version, ' ' order by book_id, number), '')`.as(
          'edition',
        ),
      )
      .executeTakeFirstOrThrow();
    // No such language, or no chapter of it: nothing to keep, since anybody can ask for any name.
    if (edition === '') return undefined;
    const known = kept.get(language);
    if (known?.edition === edition) return known.ranking;
    const ranking = readRanking(db, language);
    kept.set(language, { edition, ranking });
    // After a failure the next call reads it again.
    ranking.catch(() => {
      if (kept.get(language)?.ranking === ranking) kept.delete(language);
    });
    return ranking;
  };
}

async function readRanking(db: Kysely<Database>, language: string): Promise<Ranking | undefined> {
  const ranked = await wordsOf(db, language)
    .select([fragmentsOfWord.as('fragment'), 'sentence.book_id', 'sentence.chapter'])
    .$call(words =>
      db
        .selectFrom(words.as('part'))
        .select('part.fragment')
        .where('part.fragment', 'is not', null)
        .groupBy('part.fragment')
        .orderBy(sql`count(*)`, 'desc')
        .orderBy(sql`count(distinct (part.book_id, part.chapter))`, 'desc')
        .orderBy('part.fragment'),
    )
    .execute();
  if (ranked.length === 0) return undefined;
  const fragments = ranked.map(({ fragment }) => fragment);
  const rankOf = new Map(fragments.map((fragment, index) => [fragment, index + 1]));
  const rows = await wordsOf(db, language)
    .innerJoin('questions', join =>
      join.onRef('questions.word_instance_id', '=', 'word.id').on('questions.retired', '=', false),
    )
    .where('sentence.chapter', '=', 1)
    .select([
      'questions.id',
      'sentence.id as sentence',
      'books.id as book',
      'word.stem',
      'word.ending1',
      'word.ending2',
      'word.ending3',
    ])
    .select(({ selectFrom }) =>
      selectFrom('word_instances as beside')
        .whereRef('beside.sentence_id', '=', 'sentence.id')
        .where('beside.retired', '=', false)
        .select(({ fn }) => fn.countAll<string>().as('length'))
        .as('length'),
    )
    .execute();
  const order = (await shelf(db)).map(({ id }) => id);
  const questions = rows.map(
    ({ id, sentence, book, length, stem, ending1, ending2, ending3 }): RankedQuestion => {
      const ranks = [stem, ending1, ending2, ending3].map(part =>
        part === null ? 0 : (rankOf.get(part) ?? 0),
      );
      return { id, sentence, length: Number(length), rank: Math.max(...ranks), shelf: order.indexOf(book) };
    },
  );
  return {
    model: modelOf(fragments.length),
    fragments,
    questions: new Map(questions.map(question => [question.id, question])),
  };
}

/** The words of a language's books that are asked. */
export function wordsOf(db: Kysely<Database>, language: string) {
  return db
    .selectFrom('word_instances as word')
    .innerJoin('sentences as sentence', 'sentence.id', 'word.sentence_id')
    .innerJoin('books', 'books.id', 'sentence.book_id')
    .where('books.language_id', '=', language)
    .where('books.withheld', '=', false)
    .where('sentence.retired', '=', false)
    .where('word.retired', '=', false)
    .where('word.skipped', 'is', null);
}

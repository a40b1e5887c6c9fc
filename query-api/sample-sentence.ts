import type { Kysely } from 'kysely';
import { cached } from '../caching/cached.ts';
import type { Database } from '../database/tables.ts';
import { sentenceKey, wordInstanceKey } from '../domain/catalogue/keys.ts';
import type { Serve } from '../facade/express/api.ts';
import { type Sample, sampleSentence } from '../facade/sample-sentence.ts';
import { answerFileOf } from './answer-files.ts';
import { sentencesIn, wordsIn } from './chapters.ts';

/** The sample for visitors: the first sentence of a free chapter, with questions on two of its words and its last clause. */
const sampleChoice = { book: 'Platero y Yo', chapter: 1, words: ['algodón', 'huesos'] } as const;

/** How long a sample is cached, in milliseconds, because anybody may request it and reading it costs as much as a chapter. */
const MAX_AGE = 600_000;
/** The same while there is none, because another process may be importing the library. */
const MAX_AGE_WITHOUT_SAMPLE = 10_000;

export function serveSampleSentence(serve: Serve, { db }: { readonly db: Kysely<Database> }): void {
  const kept = cached(
    () => sampleOf(db),
    sample => (sample ? MAX_AGE : MAX_AGE_WITHOUT_SAMPLE),
  );
  serve(sampleSentence, async () => ({ sample: await kept() }));
}

/** The sentence to try, with three of its questions; null when the library does not have it. */
export async function sampleOf(db: Kysely<Database>): Promise<Sample | null> {
  const book = await db
    .selectFrom('chapters')
    .innerJoin('books', 'books.id', 'chapters.book_id')
    .innerJoin('languages', 'languages.id', 'books.language_id')
    .select(['books.id as bookId', 'books.title as bookTitle', 'languages.name as language'])
    .where('books.title', '=', sampleChoice.book)
    .where('books.withheld', '=', false)
    .where('chapters.number', '=', sampleChoice.chapter)
    .where('chapters.content_version', 'is not', null)
    .executeTakeFirst();
  if (!book) return null;
  const chapter = { ...book, number: sampleChoice.chapter };
  const [sentence] = await sentencesIn(db, chapter);
  if (!sentence) return null;
  const words = (await wordsIn(db, chapter)).filter(word => word.sentence === sentence.id);
  const asked = words.filter(({ text }) => sampleChoice.words.some(word => word === text));
  const wordAnswers = await answerFileOf(db, chapter, 'WordAnswers');
  const clauseAnswers = await answerFileOf(db, chapter, 'ClauseAnswers');
  const ofWords = Object.entries(wordAnswers).filter(([key]) =>
    asked.some(({ position }) => key === wordInstanceKey(book.bookTitle, sentence, position)),
  );
  const lastClause = Object.entries(clauseAnswers)
    .filter(([key]) => key.startsWith(`${sentenceKey(book.bookTitle, sentence)}-`))
    .slice(-1);
  return {
    bookId: book.bookId,
    bookTitle: book.bookTitle,
    chapter: sampleChoice.chapter,
    sentence,
    words,
    wordAnswers: Object.fromEntries(ofWords),
    clauseAnswers: Object.fromEntries(lastClause),
  };
}

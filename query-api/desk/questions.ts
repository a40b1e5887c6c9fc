import type { Kysely } from 'kysely';
import type { Database } from '../../database/tables.ts';
import { splitIntoClauses } from '../../domain/quiz/clauses.ts';
import { refuse } from '../../domain/refusal.ts';
import type { Serve } from '../../facade/express/api.ts';
import { questionStatistics } from '../../facade/questions.ts';
import type { Queried, ReadModels } from '../consistency.ts';

/** Statistics of a chapter's questions: counts from the read model, questions from the catalogue. */
export function serveQuestions(
  serve: Serve,
  { db, read }: { readonly db: Kysely<Database>; readonly read: ReadModels },
): void {
  serve(questionStatistics, async ({ params: { bookId, chapter }, ...freshness }) => {
    const found = await db
      .selectFrom('chapters')
      .innerJoin('books', 'books.id', 'chapters.book_id')
      .select('number')
      .where('books.withheld', '=', false)
      .where('book_id', '=', bookId)
      .where('number', '=', chapter)
      .executeTakeFirst();
    if (!found) return refuse('unknown chapter', { field: 'chapter', because: 'missing' });
    const [questions, words] = await Promise.all([
      questionsOf(db, bookId, chapter),
      wordsOf(db, bookId, chapter),
    ]);
    const counts = await read.rows(['answer-statistics'], freshness, queried => countsOf(queried, bookId));
    // Sums are bigint, which the driver gives as text.
    const counted = Map.groupBy(
      counts.map(row => ({ ...row, times: Number(row.times), milliseconds: Number(row.milliseconds) })),
      ({ question }) => question,
    );
    const wordsIn = Map.groupBy(words, ({ sentence_id }) => sentence_id);
    return {
      total: questions.length,
      questions: questions.flatMap(question => {
        const rows = counted.get(question.id) ?? [];
        const answers = rows.reduce((sum, { times }) => sum + times, 0);
        if (answers === 0) return [];
        const time = rows.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
        const timesOf = (chosen: number) => rows.find(row => row.chosen === chosen)?.times ?? 0;
        return {
          id: question.id,
          kind: question.kind,
          sentence: question.position,
          ...excerptOf(question, wordsIn.get(question.sentence_id) ?? []),
          answers,
          unknown: timesOf(-1),
          milliseconds: Math.round(time / answers),
          options: question.options.map(({ text, explanation }, index) => ({
            text,
            explanation,
            times: timesOf(index),
          })),
        };
      }),
    };
  });
}

function questionsOf(db: Kysely<Database>, bookId: string, chapter: number) {
  return db
    .selectFrom('questions')
    .innerJoin('sentences', 'sentences.id', 'questions.sentence_id')
    .select([
      'questions.id',
      'questions.kind',
      'questions.sentence_id',
      'questions.word_instance_id',
      'questions.clause',
      'questions.options',
      'sentences.position',
    ])
    .where('questions.retired', '=', false)
    .where('sentences.retired', '=', false)
    .where('sentences.book_id', '=', bookId)
    .where('sentences.chapter', '=', chapter)
    .orderBy('sentences.position')
    .orderBy('questions.id')
    .execute();
}

function wordsOf(db: Kysely<Database>, bookId: string, chapter: number) {
  return db
    .selectFrom('word_instances as word')
    .innerJoin('sentences', 'sentences.id', 'word.sentence_id')
    .select([
      'word.id',
      'word.sentence_id',
      'word.text',
      'word.leading_punctuation as leadingPunctuation',
      'word.trailing_punctuation as trailingPunctuation',
    ])
    .where('word.retired', '=', false)
    .where('sentences.retired', '=', false)
    .where('sentences.book_id', '=', bookId)
    .where('sentences.chapter', '=', chapter)
    .orderBy('word.sentence_id')
    .orderBy('word.position')
    .execute();
}

function countsOf(db: Kysely<Queried>, bookId: string) {
  return db
    .selectFrom('read_models.answer_statistics')
    .select(({ fn }) => [
      'question',
      'chosen',
      fn.sum<string>('times').as('times'),
      fn.sum<string>('milliseconds').as('milliseconds'),
    ])
    .where('book', '=', bookId)
    .groupBy(['question', 'chosen']);
}

type Word = Awaited<ReturnType<typeof wordsOf>>[number];

/** Number of words shown on either side of the asked ones. */
const CONTEXT_WORDS = 4;

/** The asked words with some of the sentence around them; an ellipsis marks omitted words. */
function excerptOf(
  {
    word_instance_id,
    clause,
  }: Pick<Awaited<ReturnType<typeof questionsOf>>[number], 'word_instance_id' | 'clause'>,
  words: readonly Word[],
): { before: string; asked: string; after: string } {
  const [from, to] = askedRange(words, word_instance_id, clause);
  const isWord = word_instance_id !== null;
  const first = words[from];
  const last = words[to - 1];
  if (!first || !last) return { before: '', asked: '', after: '' };
  const whole = (one: Word) => one.leadingPunctuation + one.text + one.trailingPunctuation;
  const before = words.slice(Math.max(0, from - CONTEXT_WORDS), from).map(whole);
  const after = words.slice(to, to + CONTEXT_WORDS).map(whole);
  return {
    before: `${from > CONTEXT_WORDS ? '…' : ''}${before.map(text => `${text} `).join('')}${isWord ? first.leadingPunctuation : ''}`,
    asked: isWord ? first.text : words.slice(from, to).map(whole).join(' '),
    after: `${isWord ? last.trailingPunctuation : ''}${after.map(text => ` ${text}`).join('')}${to + CONTEXT_WORDS < words.length ? '…' : ''}`,
  };
}

/** Indexes of the asked words: the first, and the one after the last. */
function askedRange(
  words: readonly Word[],
  wordInstanceId: string | null,
  clause: number | null,
): readonly [number, number] {
  if (wordInstanceId !== null) {
    const index = words.findIndex(({ id }) => id === wordInstanceId);
    return [index, index + 1];
  }
  if (clause === null) return [0, words.length];
  const clauses = splitIntoClauses(words);
  const from = clauses.slice(0, clause).reduce((sum, { length }) => sum + length, 0);
  return [from, from + (clauses[clause]?.length ?? 0)];
}

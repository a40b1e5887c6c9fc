import type { Kysely } from 'kysely';
import type { Database } from '../database/tables.ts';
import { clauseKey, sentenceKey, wordInstanceKey } from '../domain/catalogue/keys.ts';
import type { AnswerFile } from '../facade/books.ts';
import { type OpenedChapter, sentencesOf } from './chapters.ts';

type Entries = Record<string, Record<string, unknown>>;

/** The question data of a chapter as spec 3 and 7 write it: an object by word instance, clause or sentence key. */
export async function answerFileOf(
  db: Kysely<Database>,
  chapter: OpenedChapter,
  file: AnswerFile,
): Promise<Entries> {
  switch (file) {
    case 'WordAnswers':
      return questionsOf(db, chapter, 'word');
    case 'ClauseAnswers':
      return questionsOf(db, chapter, 'clause');
    case 'SentenceAnswers':
      return questionsOf(db, chapter, 'sentence');
    case 'SentenceDevices':
      return devicesOf(db, chapter);
    case 'ProgressSummaries':
      return summariesOf(db, chapter);
  }
}

async function questionsOf(
  db: Kysely<Database>,
  { bookId, bookTitle, number }: OpenedChapter,
  kind: 'word' | 'clause' | 'sentence',
): Promise<Entries> {
  const rows = await db
    .selectFrom('questions')
    .innerJoin('sentences', 'sentences.id', 'questions.sentence_id')
    .leftJoin('word_instances as word', 'word.id', 'questions.word_instance_id')
    .select([
      'questions.id',
      'questions.options',
      'questions.clause',
      'word.position as wordPosition',
      'sentences.part',
      'sentences.chapter',
      'sentences.section',
      'sentences.position',
      'sentences.translation',
    ])
    .where('questions.kind', '=', kind)
    .where('questions.retired', '=', false)
    .where('sentences.retired', '=', false)
    .where('sentences.book_id', '=', bookId)
    .where('sentences.chapter', '=', number)
    .orderBy('sentences.position')
    .orderBy('word.position')
    .orderBy('questions.clause')
    .execute();
  const entries: Entries = {};
  for (const row of rows) {
    const key =
      kind === 'word'
        ? wordInstanceKey(bookTitle, row, row.wordPosition ?? 0)
        : kind === 'clause'
          ? clauseKey(bookTitle, row, row.clause ?? 0)
          : sentenceKey(bookTitle, row);
    const [right, ...wrong] = row.options;
    const data: Record<string, unknown> = {
      _id: row.id,
      correctAnswer: right?.text ?? '',
      correctExplanation: right?.explanation ?? '',
    };
    if (kind === 'sentence') data['translation'] = row.translation;
    for (const [index, { text, explanation }] of wrong.entries()) {
      data[`incorrect${kind === 'word' ? 'Translation' : 'Answer'}${index + 1}`] = text;
      data[`incorrectExplanation${index + 1}`] = explanation;
    }
    entries[key] = data;
  }
  return entries;
}

async function devicesOf(db: Kysely<Database>, chapter: OpenedChapter): Promise<Entries> {
  const sentences = await sentencesOf(db, chapter);
  const rows = await db
    .selectFrom('phrase_explanations')
    .selectAll()
    .where('sentence_id', 'in', [...sentences.map(({ id }) => id), ''])
    .orderBy('position')
    .execute();
  const bySentence = Map.groupBy(rows, row => row.sentence_id);
  return Object.fromEntries(
    sentences.map(sentence => {
      const found = bySentence.get(sentence.id) ?? [];
      const phrases = found.map(({ phrase }) => phrase);
      const explanations = found.map(({ explanation }) => explanation);
      return [sentenceKey(chapter.bookTitle, sentence), { phrases, explanations }];
    }),
  );
}

async function summariesOf(db: Kysely<Database>, chapter: OpenedChapter): Promise<Entries> {
  const sentences = await sentencesOf(db, chapter);
  const rows = await db
    .selectFrom('progress_summaries')
    .selectAll()
    .where('sentence_id', 'in', [...sentences.map(({ id }) => id), ''])
    .execute();
  const summaries = new Map(rows.map(row => [row.sentence_id, row.summary]));
  return Object.fromEntries(
    sentences.map(sentence => [
      sentenceKey(chapter.bookTitle, sentence),
      { summary: summaries.get(sentence.id) ?? '' },
    ]),
  );
}

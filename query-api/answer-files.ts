import type { Kysely } from 'kysely';
import type { Database } from '../database/tables.ts';
import { clauseKey, sentenceKey, wordInstanceKey } from '../domain/catalogue/keys.ts';
import type { AnswerFile } from '../facade/books.ts';
import type { OpenedChapter } from './opened-chapter.ts';

type Entries = Record<string, Record<string, unknown>>;

/** The question data of a chapter (spec 3 and 7): an object by word instance, clause or sentence key. */
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
    // A skipped word is never asked, even when there is a question for it (spec 4).
    .where('word.skipped', 'is', null)
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

async function devicesOf(
  db: Kysely<Database>,
  { bookId, bookTitle, number }: OpenedChapter,
): Promise<Entries> {
  const rows = await db
    .selectFrom('sentences')
    .leftJoin('phrase_explanations as explained', 'explained.sentence_id', 'sentences.id')
    .select(['part', 'chapter', 'section', 'sentences.position', 'explained.phrase', 'explained.explanation'])
    .where('book_id', '=', bookId)
    .where('chapter', '=', number)
    .where('retired', '=', false)
    .orderBy('sentences.position')
    .orderBy('explained.position')
    .execute();
  const entries: Record<string, { phrases: string[]; explanations: string[] }> = {};
  for (const row of rows) {
    const key = sentenceKey(bookTitle, row);
    entries[key] ??= { phrases: [], explanations: [] };
    if (row.phrase === null || row.explanation === null) continue;
    entries[key].phrases.push(row.phrase);
    entries[key].explanations.push(row.explanation);
  }
  return entries;
}

async function summariesOf(
  db: Kysely<Database>,
  { bookId, bookTitle, number }: OpenedChapter,
): Promise<Entries> {
  const rows = await db
    .selectFrom('sentences')
    .innerJoin('progress_summaries', 'sentence_id', 'sentences.id')
    .select(['part', 'chapter', 'section', 'position', 'summary'])
    .where('book_id', '=', bookId)
    .where('chapter', '=', number)
    .where('retired', '=', false)
    .orderBy('position')
    .execute();
  return Object.fromEntries(rows.map(row => [sentenceKey(bookTitle, row), { summary: row.summary }]));
}

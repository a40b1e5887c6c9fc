import { type Kysely, sql } from 'kysely';
import { lruCache } from '../../caching/lru-cache.ts';
import type { QuestionsTable } from '../../database/catalogue.ts';
import type { Database } from '../../database/tables.ts';
import { type Refusal, refuse } from '../../domain/refusal.ts';
import type { JudgedAnswer, VocabularyCommand } from '../../domain/vocabulary/decide.ts';
import type { QuestionKind } from '../../domain/vocabulary/vocabulary.ts';
import type { BodyOf } from '../../facade/endpoint.ts';
import type { answerQuestions } from '../../facade/vocabularies.ts';
import type { AvailableChapter } from '../catalogue/chapters.ts';

type Sent = BodyOf<typeof answerQuestions>;
type AnswerCommand = Extract<VocabularyCommand, { type: 'answer' }>;

interface Asked {
  readonly kind: QuestionKind;
  /** Numbers of the options that can be chosen. */
  readonly options: readonly number[];
  /** Fragments of the word; empty for clause and sentence questions. */
  readonly fragments: readonly string[];
}

type Questions = ReadonlyMap<string, Asked>;

/** Sentences whose questions are cached, by edition. */
const CACHED_SENTENCES = 500;

/**
 * Judges the answers of one sentence against the catalogue. The client does not decide whether an answer is right or which
 * fragments it moves (decision 7).
 *
 * Answers from the current edition must fit it: an unknown sentence is refused (404), and so is an answer to a question
 * that the sentence does not ask, a second one to the same question, or one with an option that it does not have (422).
 * Answers from another edition (the chapter was corrected while the reader was offline) count where the chapter still
 * asks their question; when it asks none of them, they are refused (409).
 */
export function answerJudge(
  db: Kysely<Database>,
): (chapter: AvailableChapter, sent: Sent) => Promise<AnswerCommand | Refusal> {
  const cache = lruCache<Questions>(CACHED_SENTENCES);

  async function questionsOf(chapter: AvailableChapter, sentenceId: string): Promise<Questions | undefined> {
    const key = [chapter.bookId, chapter.number, chapter.contentVersion, sentenceId].join(' ');
    const cached = cache.get(key);
    if (cached) return cached;
    const sentence = await readSentence(db, chapter, sentenceId);
    // Not cached when the chapter was corrected in between: the key names the earlier edition.
    if (sentence?.contentVersion === chapter.contentVersion) cache.set(key, sentence.questions);
    return sentence?.questions;
  }

  return async (chapter, sent) => {
    const twice = sent.answers.find(
      ({ question }, index) => sent.answers.findIndex(other => other.question === question) !== index,
    );
    if (twice) return refuse(`question ${twice.question} is answered twice`, { field: 'answers' });
    if (sent.contentVersion !== chapter.contentVersion) return judgeEarlierEdition(db, chapter, sent);
    const questions = await questionsOf(chapter, sent.sentenceId);
    if (!questions) return unknownSentence;
    for (const { question, chosen } of sent.answers) {
      const asked = questions.get(question);
      if (!asked) return refuse(`question ${question} is not asked in this sentence`, { field: 'answers' });
      if (chosen !== null && !asked.options.includes(chosen))
        return refuse(`question ${question} has no option ${chosen}`, { field: 'answers' });
    }
    return judged(sent, questions);
  };
}

async function judgeEarlierEdition(
  db: Kysely<Database>,
  chapter: AvailableChapter,
  sent: Sent,
): Promise<AnswerCommand | Refusal> {
  const questions = await readQuestions(
    db,
    chapter,
    sent.answers.map(({ question }) => question),
  );
  if (questions.size === 0) return contentChanged;
  const sentence = await db
    .selectFrom('sentences')
    .select('id')
    .where('id', '=', sent.sentenceId)
    .where('book_id', '=', chapter.bookId)
    .where('chapter', '=', chapter.number)
    .executeTakeFirst();
  return sentence ? judged(sent, questions) : unknownSentence;
}

/** A command with the answers whose question still exists. */
function judged(sent: Sent, questions: Questions): AnswerCommand {
  const { bookId: book, sentenceId: sentence, contentVersion, occasion = 'reading' } = sent;
  const answers = sent.answers.flatMap(({ question, chosen, milliseconds }): JudgedAnswer[] => {
    const asked = questions.get(question);
    if (!asked) return [];
    const { kind, fragments } = asked;
    return [{ question, kind, chosen, right: chosen === 0, milliseconds, fragments }];
  });
  return { type: 'answer', book, sentence, contentVersion, occasion, answers };
}

const unknownSentence = refuse('unknown sentence', { field: 'sentenceId', because: 'missing' });
const contentChanged = refuse('content changed', {
  because: 'conflict',
  field: 'contentVersion',
  verbose:
    'This chapter has been corrected since you opened it, and asks none of these questions any more. Reload it and ' +
    'answer the sentence again.',
});

const questionColumns = [
  'questions.id',
  'questions.kind',
  'questions.options',
  'word.skipped',
  'word.stem',
  'word.ending1',
  'word.ending2',
  'word.ending3',
] as const;

/** The questions of a sentence of the chapter, with their content version. */
async function readSentence(
  db: Kysely<Database>,
  { bookId, number }: AvailableChapter,
  sentenceId: string,
): Promise<{ readonly contentVersion: string | null; readonly questions: Questions } | undefined> {
  const rows = await db
    .selectFrom('sentences')
    .innerJoin('chapters', join =>
      join
        .onRef('chapters.book_id', '=', 'sentences.book_id')
        .onRef('chapters.number', '=', 'sentences.chapter'),
    )
    .leftJoin('questions', join =>
      join.onRef('questions.sentence_id', '=', 'sentences.id').on('questions.retired', '=', false),
    )
    .leftJoin('word_instances as word', 'word.id', 'questions.word_instance_id')
    .select(['chapters.content_version', ...questionColumns])
    .where('sentences.id', '=', sentenceId)
    .where('sentences.book_id', '=', bookId)
    .where('sentences.chapter', '=', number)
    .where('sentences.retired', '=', false)
    .execute();
  const [first] = rows;
  return first && { contentVersion: first.content_version, questions: questionsOfRows(rows) };
}

/** The given questions that the chapter still asks, in any of its sentences. */
async function readQuestions(
  db: Kysely<Database>,
  { bookId, number }: AvailableChapter,
  ids: readonly string[],
): Promise<Questions> {
  const rows = await db
    .selectFrom('questions')
    .innerJoin('sentences', 'sentences.id', 'questions.sentence_id')
    .leftJoin('word_instances as word', 'word.id', 'questions.word_instance_id')
    .select(questionColumns)
    .where('questions.id', '=', sql<string>`any(${ids}::text[])`)
    .where('questions.retired', '=', false)
    .where('sentences.book_id', '=', bookId)
    .where('sentences.chapter', '=', number)
    .where('sentences.retired', '=', false)
    .execute();
  return questionsOfRows(rows);
}

interface QuestionRow {
  readonly id: string | null;
  readonly kind: QuestionKind | null;
  readonly options: QuestionsTable['options'] | null;
  readonly skipped: string | null;
  readonly stem: string | null;
  readonly ending1: string | null;
  readonly ending2: string | null;
  readonly ending3: string | null;
}

function questionsOfRows(rows: readonly QuestionRow[]): Questions {
  const questions = new Map<string, Asked>();
  for (const { id, kind, options, skipped, stem, ending1, ending2, ending3 } of rows) {
    // A skipped word is never asked, even when there is a question for it (spec 4).
    if (id === null || kind === null || options === null || skipped !== null) continue;
    const fragments = [stem, ending1, ending2, ending3].filter(fragment => fragment !== null);
    questions.set(id, { kind, options: choices(options), fragments });
  }
  return questions;
}

/** Numbers of usable options: not empty ones, nor wrong ones without an explanation (spec 4). */
function choices(options: QuestionsTable['options']): readonly number[] {
  return options.flatMap(({ text, explanation }, number) =>
    text.trim() !== '' && (number === 0 || explanation.trim() !== '') ? [number] : [],
  );
}

import type { Kysely } from 'kysely';
import type { QuestionsTable } from '../../database/catalogue.ts';
import type { Database } from '../../database/tables.ts';
import { type Refusal, refuse } from '../../domain/refusal.ts';
import type { JudgedAnswer, VocabularyCommand } from '../../domain/vocabulary/decide.ts';
import type { BodyOf } from '../../facade/endpoint.ts';
import type { answerQuestions } from '../../facade/vocabularies.ts';
import type { AvailableChapter } from '../catalogue/chapters.ts';

type Sent = BodyOf<typeof answerQuestions>;

interface Asked extends Pick<QuestionsTable, 'kind' | 'options'> {
  readonly fragments: readonly string[];
}

/**
 * Judges the answers of one sentence against the catalogue: right or wrong and what each question teaches are never
 * the client's to say. Refuses another edition's answers (409), an unknown sentence (404), and answers to questions
 * that the sentence does not ask, twice to one question, or with an option it does not have (422).
 */
export async function judge(
  db: Kysely<Database>,
  chapter: AvailableChapter,
  sent: Sent,
): Promise<Extract<VocabularyCommand, { type: 'answer' }> | Refusal> {
  if (sent.contentVersion !== chapter.contentVersion) return contentChanged;
  const sentence = await readSentence(db, chapter, sent.sentenceId);
  if (!sentence) return refuse('unknown sentence', { field: 'sentenceId', because: 'missing' });
  if (sentence.contentVersion !== sent.contentVersion) return contentChanged;

  const answers: JudgedAnswer[] = [];
  const answered = new Set<string>();
  for (const { question, chosen, milliseconds } of sent.answers) {
    const asked = sentence.questions.get(question);
    if (!asked) return refuse(`question ${question} is not asked in this sentence`, { field: 'answers' });
    if (answered.has(question)) return refuse(`question ${question} is answered twice`, { field: 'answers' });
    if (chosen !== null && !isOption(asked.options, chosen))
      return refuse(`question ${question} has no option ${chosen}`, { field: 'answers' });
    answered.add(question);
    const { kind, fragments } = asked;
    answers.push({ question, kind, chosen, right: chosen === 0, milliseconds, fragments });
  }
  const { bookId: book, sentenceId, contentVersion } = sent;
  return { type: 'answer', book, sentence: sentenceId, contentVersion, occasion: 'reading', answers };
}

const contentChanged = refuse('content changed', {
  because: 'conflict',
  field: 'contentVersion',
  verbose: 'This chapter has been corrected since you opened it. Reload it and answer the sentence again.',
});

/** The questions of a sentence that stands in the chapter, with the edition they were read from. */
async function readSentence(
  db: Kysely<Database>,
  { bookId, number }: AvailableChapter,
  sentenceId: string,
): Promise<{ contentVersion: string | null; questions: ReadonlyMap<string, Asked> } | undefined> {
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
    .select([
      'chapters.content_version',
      'questions.id',
      'questions.kind',
      'questions.options',
      'word.skipped',
      'word.stem',
      'word.ending1',
      'word.ending2',
      'word.ending3',
    ])
    .where('sentences.id', '=', sentenceId)
    .where('sentences.book_id', '=', bookId)
    .where('sentences.chapter', '=', number)
    .where('sentences.retired', '=', false)
    .execute();
  const [first] = rows;
  if (!first) return undefined;
  const questions = new Map<string, Asked>();
  for (const { id, kind, options, skipped, stem, ending1, ending2, ending3 } of rows) {
    // A skipped word is never asked, whatever the data holds (spec 4).
    if (id === null || kind === null || options === null || skipped !== null) continue;
    const fragments = [stem, ending1, ending2, ending3].filter(fragment => fragment !== null);
    questions.set(id, { kind, options, fragments });
  }
  return { contentVersion: first.content_version, questions };
}

/** An empty place is no option, nor is a wrong one without an explanation (spec 4). */
function isOption(options: Asked['options'], chosen: number): boolean {
  const option = options[chosen];
  return (
    option !== undefined && option.text.trim() !== '' && (chosen === 0 || option.explanation.trim() !== '')
  );
}

import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../database/tables.ts';
import type { SentenceContent } from '../../../domain/catalogue/version.ts';
import { type Refusal, refuse } from '../../../domain/refusal.ts';
import type { AutoSentence } from '../../../facade/auto-sentence.ts';

/** A sentence of the catalogue with the ids of its parts. */
export interface ExistingSentence {
  readonly id: string;
  readonly bookId: string;
  readonly part: number;
  readonly chapter: number;
  readonly section: number;
  readonly position: number;
  readonly origin: 'library' | 'admin';
  readonly version: string | null;
  readonly retired: boolean;
  readonly words: readonly { readonly id: string; readonly position: number; readonly text: string }[];
  readonly questions: readonly {
    readonly id: string;
    readonly word_instance_id: string | null;
    readonly clause: number | null;
  }[];
}

/** The sentence that a payload names, and the one in its place. */
export async function existingSentences(
  trx: Kysely<Database>,
  bookId: string,
  { _id, chapter, position }: AutoSentence['meta'],
): Promise<{ readonly named: ExistingSentence | undefined; readonly inPlace: ExistingSentence | undefined }> {
  const rows = await trx
    .selectFrom('sentences')
    .select(['id', 'book_id', 'part', 'chapter', 'section', 'position', 'origin', 'version', 'retired'])
    .where(where =>
      where.or([
        where('id', '=', _id ?? ''),
        where.and([
          where('book_id', '=', bookId),
          where('chapter', '=', chapter),
          where('position', '=', position),
          where('retired', '=', false),
        ]),
      ]),
    )
    .execute();
  const existing: ExistingSentence[] = [];
  for (const { book_id, ...row } of rows) {
    const words = await trx
      .selectFrom('word_instances')
      .select(['id', 'position', 'text'])
      .where('sentence_id', '=', row.id)
      .where('retired', '=', false)
      .execute();
    const questions = await trx
      .selectFrom('questions')
      .select(['id', 'word_instance_id', 'clause'])
      .where('sentence_id', '=', row.id)
      .where('retired', '=', false)
      .execute();
    existing.push({ ...row, bookId: book_id, words, questions });
  }
  return {
    named: existing.find(({ id }) => id === _id),
    inPlace: existing.find(
      other =>
        other.bookId === bookId && other.chapter === chapter && other.position === position && !other.retired,
    ),
  };
}

/** Ids of words and questions are never reused, because events refer to them. */
export async function refuseForeignIds(
  trx: Kysely<Database>,
  { sentence, wordInstances, questions }: SentenceContent,
): Promise<Refusal | undefined> {
  const words = await trx
    .selectFrom('word_instances')
    .select('id')
    .where('id', '=', sql<string>`any(${wordInstances.map(({ id }) => id)}::text[])`)
    .where('sentence_id', '<>', sentence.id)
    .executeTakeFirst();
  if (words)
    return taken(
      'word instance',
      words.id,
      `wordInstances.${wordInstances.findIndex(({ id }) => id === words.id)}._id`,
    );
  const asked = await trx
    .selectFrom('questions')
    .select('id')
    .where('id', '=', sql<string>`any(${questions.map(({ id }) => id)}::text[])`)
    .where('sentence_id', '<>', sentence.id)
    .executeTakeFirst();
  const question = questions.find(({ id }) => id === asked?.id);
  if (!question) return undefined;
  const word = wordInstances.findIndex(({ id }) => id === question.wordInstanceId);
  const clause = questions.filter(({ kind }) => kind === 'clause').indexOf(question);
  return taken(
    'question',
    question.id,
    word !== -1
      ? `wordInstances.${word}.answers._id`
      : clause !== -1
        ? `meta.clauses.${clause}._id`
        : 'meta.answers._id',
  );
}

function taken(what: string, id: string, field: string): Refusal {
  return refuse(`duplicate ${what}`, {
    field,
    because: 'conflict',
    verbose: `The id ${id} is that of a ${what} of another sentence.`,
  });
}

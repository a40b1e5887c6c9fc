import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Option } from '../../domain/catalogue/catalogue.ts';
import type { Queried } from '../consistency.ts';

/** The sentences with their words, and the options of the questions, by id. */
export async function contentsOf(
  snapshot: Kysely<Queried>,
  learner: string,
  sentenceIds: readonly string[],
  questionIds: readonly string[],
) {
  const sentences = await snapshot
    .selectFrom('sentences')
    .innerJoin('books', 'books.id', 'sentences.book_id')
    .innerJoin('chapters', join =>
      join
        .onRef('chapters.book_id', '=', 'sentences.book_id')
        .onRef('chapters.number', '=', 'sentences.chapter'),
    )
    .leftJoin('read_models.book_progress as progress', join =>
      join
        .onRef('progress.book', '=', 'sentences.book_id')
        .onRef('progress.chapter', '=', 'sentences.chapter')
        .on('progress.learner', '=', learner),
    )
    .select([
      'sentences.id',
      'sentences.position',
      'sentences.translation',
      'sentences.chapter',
      'sentences.book_id',
      'books.title',
      'books.language_id',
      'progress.last_read_at',
    ])
    .select(({ ref }) => ref('chapters.content_version').$notNull().as('contentVersion'))
    .where('sentences.id', '=', sql<string>`any(${[...sentenceIds]}::text[])`)
    .execute();
  const words = await snapshot
    .selectFrom('word_instances')
    .selectAll()
    .where('sentence_id', '=', sql<string>`any(${[...sentenceIds]}::text[])`)
    .where('retired', '=', false)
    .orderBy('position')
    .execute();
  const used = words.flatMap(({ stem, ending1, ending2, ending3 }) => [stem, ending1, ending2, ending3]);
  const fragments = await snapshot
    .selectFrom('fragments')
    .select(['id', 'text', 'kind'])
    .where('id', '=', sql<string>`any(${[...new Set(used.filter(id => id !== null))]}::text[])`)
    .execute();
  const questions = await snapshot
    .selectFrom('questions')
    .select(['id', 'options'])
    .where('id', '=', sql<string>`any(${[...questionIds]}::text[])`)
    .execute();
  const fragment = new Map(
    fragments.map(({ id, text, kind }) => [
      id,
      { id, kind, text: kind === 'ending' ? `-${text.replace(/^-/, '')}` : text },
    ]),
  );
  return {
    sentences: new Map(
      sentences.map(row => [
        row.id,
        {
          book: { id: row.book_id, title: row.title, language: row.language_id },
          chapter: row.chapter,
          readOn: row.last_read_at?.toISOString() ?? null,
          sentence: {
            id: row.id,
            position: row.position,
            translation: row.translation,
            contentVersion: row.contentVersion,
          },
        },
      ]),
    ),
    words: Map.groupBy(
      words.map(({ stem, ending1, ending2, ending3, ...word }) => ({
        id: word.id,
        sentence: word.sentence_id,
        text: word.text,
        leadingPunctuation: word.leading_punctuation,
        trailingPunctuation: word.trailing_punctuation,
        fragments: [stem, ending1, ending2, ending3].flatMap(id => (id && fragment.get(id)) || []),
      })),
      ({ sentence }) => sentence,
    ),
    questions: new Map(questions.map(({ id, options }): [string, readonly Option[]] => [id, options])),
  };
}

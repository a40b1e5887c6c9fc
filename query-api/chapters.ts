import { type Kysely, sql } from 'kysely';
import type { Database } from '../database/tables.ts';
import { isRefusal, type Refusal, refuse } from '../domain/refusal.ts';
import { type AnswerFile, answerFiles, answers, sentences, wordInstances } from '../facade/books.ts';
import type { Caller, Serve } from '../facade/express/api.ts';
import { refuseUnpaid } from './access.ts';
import { answerFileOf } from './answer-files.ts';
import type { ReadModels } from './consistency.ts';

export interface ChapterDependencies {
  readonly db: Kysely<Database>;
  readonly read: ReadModels;
}

/** A browser may keep paid content for its own user, and asks (with its ETag) before it uses it again. */
const checked = 'private, no-cache';

/** The contents of a chapter: text, words and question data, for whoever may open it (spec 6, 7). */
export function serveChapters(serve: Serve, dependencies: ChapterDependencies): void {
  const { db } = dependencies;

  serve(sentences, async ({ params, caller, http }) => {
    const opened = await openChapter(dependencies, caller, params.chapter, { id: params.bookId });
    if (isRefusal(opened)) return opened;
    http.response.setHeader('Cache-Control', checked);
    const rows = await sentencesOf(db, opened);
    return rows.map(row => ({
      _id: row.id,
      id: row.id,
      text: row.text,
      translation: row.translation,
      newParagraph: row.new_paragraph,
      chapterTitle: row.chapter_title,
      part: row.part,
      chapter: row.chapter,
      section: row.section,
      position: row.position,
      contentVersion: row.contentVersion,
    }));
  });

  serve(wordInstances, async ({ params, caller, http }) => {
    const opened = await openChapter(dependencies, caller, params.chapter, { id: params.bookId });
    if (isRefusal(opened)) return opened;
    http.response.setHeader('Cache-Control', checked);
    const rows = await wordsOf(db, opened);
    const known = await fragmentsOf(db, rows);
    return rows.map(row => {
      const fragment = (id: string | null) => (id === null ? null : (known.get(id) ?? null));
      const stem = known.get(row.stem);
      if (!stem) throw new Error(`word instance ${row.id} has no stem`);
      return {
        _id: row.id,
        text: row.text,
        sentence: row.sentence_id,
        position: row.position,
        leadingPunctuation: row.leading_punctuation,
        trailingPunctuation: row.trailing_punctuation,
        translation: row.translation,
        word: { modernEquivalent: row.modern_equivalent, language: { name: opened.language } },
        stem,
        ending1: fragment(row.ending1),
        ending2: fragment(row.ending2),
        ending3: fragment(row.ending3),
        skipped: row.skipped,
      };
    });
  });

  serve(answers, async ({ params, caller }) => {
    const chapter = Number(params.folder.slice('ch'.length));
    const name = params.file.slice(params.folder.length, -'.json'.length);
    // One address for each file: 'ch01' is none of them, and folder and file must name the same chapter.
    if (params.folder !== `ch${chapter}` || !params.file.startsWith(params.folder) || !isAnswerFile(name))
      return refuse('not found', { because: 'missing' });
    const opened = await openChapter(dependencies, caller, chapter, { title: params.bookTitle });
    return isRefusal(opened) ? opened : answerFileOf(db, opened, name);
  });
}

function isAnswerFile(name: string): name is AnswerFile {
  return answerFiles.some(file => file === name);
}

export interface OpenedChapter {
  readonly bookId: string;
  readonly bookTitle: string;
  readonly language: string;
  readonly number: number;
}

/** The chapter, or why this caller does not get it: it is not there (404), or must be subscribed to (402). */
async function openChapter(
  { db, read }: ChapterDependencies,
  caller: Caller,
  number: number,
  book: { readonly id: string } | { readonly title: string },
): Promise<OpenedChapter | Refusal> {
  const found = await db
    .selectFrom('chapters')
    .innerJoin('books', 'books.id', 'chapters.book_id')
    .innerJoin('languages', 'languages.id', 'books.language_id')
    .select(['books.id', 'books.title', 'languages.name', 'chapters.content_version'])
    .where('chapters.number', '=', number)
    .where('id' in book ? 'books.id' : 'books.title', '=', 'id' in book ? book.id : book.title)
    .executeTakeFirst();
  if (!found || found.content_version === null) return refuse('unknown chapter', { because: 'missing' });
  const unpaid = await refuseUnpaid(read, caller, number);
  if (unpaid) return unpaid;
  return {
    bookId: found.id,
    bookTitle: found.title,
    language: found.name,
    number,
  };
}

/** A chapter's sentences in order, each with the edition it was read from. */
function sentencesOf(db: Kysely<Database>, { bookId, number }: OpenedChapter) {
  return db
    .selectFrom('sentences')
    .innerJoin('chapters', join =>
      join
        .onRef('chapters.book_id', '=', 'sentences.book_id')
        .onRef('chapters.number', '=', 'sentences.chapter'),
    )
    .selectAll('sentences')
    .select(({ ref }) => ref('chapters.content_version').$notNull().as('contentVersion'))
    .where('sentences.book_id', '=', bookId)
    .where('sentences.chapter', '=', number)
    .where('sentences.retired', '=', false)
    .orderBy('sentences.position')
    .execute();
}

/** A chapter's word instances in order. */
function wordsOf(db: Kysely<Database>, { bookId, number }: OpenedChapter) {
  return db
    .selectFrom('word_instances')
    .innerJoin('sentences', 'sentences.id', 'word_instances.sentence_id')
    .selectAll('word_instances')
    .where('sentences.book_id', '=', bookId)
    .where('sentences.chapter', '=', number)
    .where('sentences.retired', '=', false)
    .where('word_instances.retired', '=', false)
    .orderBy('sentences.position')
    .orderBy('word_instances.position')
    .execute();
}

/** The fragments of some words, by id. */
async function fragmentsOf(db: Kysely<Database>, words: Awaited<ReturnType<typeof wordsOf>>) {
  const ids = words
    .flatMap(word => [word.stem, word.ending1, word.ending2, word.ending3])
    .filter(id => id !== null);
  const rows = await db
    .selectFrom('fragments')
    .select(['id', 'text', 'gloss', 'lemma', 'note', 'pos'])
    .where('id', '=', sql<string>`any(${[...new Set(ids)]}::text[])`)
    .execute();
  return new Map(rows.map(({ id, ...fragment }) => [id, { _id: id, ...fragment }]));
}

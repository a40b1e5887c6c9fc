import { type Kysely, sql } from 'kysely';
import type { Database } from '../database/tables.ts';
import { isRefusal, refuse } from '../domain/refusal.ts';
import { type AnswerFile, answerFiles, answers, sentences, wordInstances } from '../facade/books.ts';
import type { Serve } from '../facade/express/api.ts';
import { answerFileOf } from './answer-files.ts';
import { type ChapterDependencies, type OpenedChapter, openChapter } from './opened-chapter.ts';

/** Only the user's own browser may cache paid content, and it must revalidate (ETag) before each use. */
const revalidated = 'private, no-cache';

/** The content of a chapter: text, words and question data, for callers who may open it (spec 6, 7). */
export function serveChapters(serve: Serve, dependencies: ChapterDependencies): void {
  const { db } = dependencies;

  serve(sentences, async ({ params, caller, http }) => {
    const opened = await openChapter(dependencies, caller, params.chapter, { id: params.bookId });
    if (isRefusal(opened)) return opened;
    http.response.setHeader('Cache-Control', revalidated);
    return sentencesIn(db, opened);
  });

  serve(wordInstances, async ({ params, caller, http }) => {
    const opened = await openChapter(dependencies, caller, params.chapter, { id: params.bookId });
    if (isRefusal(opened)) return opened;
    http.response.setHeader('Cache-Control', revalidated);
    return wordsIn(db, opened);
  });

  serve(answers, async ({ params, caller }) => {
    const chapter = Number(params.folder.slice('ch'.length));
    const name = params.file.slice(params.folder.length, -'.json'.length);
    // One address per file: 'ch01' is refused, and folder and file must name the same chapter.
    if (params.folder !== `ch${chapter}` || !params.file.startsWith(params.folder) || !isAnswerFile(name))
      return refuse('not found', { because: 'missing' });
    const opened = await openChapter(dependencies, caller, chapter, { title: params.bookTitle });
    return isRefusal(opened) ? opened : answerFileOf(db, opened, name);
  });
}

function isAnswerFile(name: string): name is AnswerFile {
  return answerFiles.some(file => file === name);
}

/** A chapter's sentences in order, in the shape of the API. */
export async function sentencesIn(db: Kysely<Database>, chapter: OpenedChapter) {
  const rows = await sentencesOf(db, chapter);
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
}

/** A chapter's word instances in order, in the shape of the API. */
export async function wordsIn(db: Kysely<Database>, chapter: OpenedChapter) {
  const rows = await wordsOf(db, chapter);
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
      word: { modernEquivalent: row.modern_equivalent, language: { name: chapter.language } },
      stem,
      ending1: fragment(row.ending1),
      ending2: fragment(row.ending2),
      ending3: fragment(row.ending3),
      skipped: row.skipped,
    };
  });
}

/** A chapter's sentences in order, each with its content version. */
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

import { createHash } from 'node:crypto';
import type { Book, ChapterContent } from '../../domain/catalogue/catalogue.ts';
import type { SourceChapter } from '../format/chapter.ts';
import { type ChapterGround, compileSentence } from './sentence.ts';

export function compileChapter(
  source: SourceChapter,
  book: Book & { readonly chapterTitles: readonly string[] },
  ground: Omit<ChapterGround, 'earlier'>,
): ChapterContent {
  const title = book.chapterTitles[source.number - 1] ?? '';
  if (title === '')
    ground.found.refuse(
      source.at,
      `the book has ${book.chapterCount} chapters, and no chapter ${source.number}`,
    );
  const shared = { ...ground, earlier: new Map() };
  const sentences = source.sentences.map((sentence, index) =>
    compileSentence(
      sentence,
      {
        bookId: book.id,
        chapterTitle: title,
        part: source.part,
        chapter: source.number,
        section: source.section,
        position: index + 1,
      },
      shared,
    ),
  );
  const content = {
    sentences: sentences.map(({ sentence }) => sentence),
    wordInstances: sentences.flatMap(({ wordInstances }) => wordInstances),
    questions: sentences.flatMap(({ questions }) => questions),
    phrases: sentences.flatMap(({ sentence: { id: sentenceId }, phrases }) =>
      phrases.length > 0 ? [{ sentenceId, phrases }] : [],
    ),
    summaries: sentences.map(({ sentence, summary }) => ({ sentenceId: sentence.id, summary })),
  };
  const contentVersion = createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 12);
  return { chapter: { bookId: book.id, number: source.number, title, contentVersion }, ...content };
}

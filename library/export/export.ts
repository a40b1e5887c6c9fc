import type { Fragment, LibraryContent, Question } from '../../domain/catalogue/catalogue.ts';
import { type SentenceContent, sentenceContents } from '../../domain/catalogue/version.ts';

/** A file for the admin page's folder drop: the body of one POST /auto/sentence. */
export interface ExportedFile {
  /** Sorts in the order in which the files must be sent. */
  readonly name: string;
  readonly body: { readonly meta: object; readonly wordInstances: readonly object[] };
}

/**
 * The library as files for the admin page's folder drop, one per sentence. The first sentence of each book contains the book
 * and its language. Ids are sent as `_id`, so that an import gives the same catalogue.
 */
export function exported(content: LibraryContent): readonly ExportedFile[] {
  const fragments = new Map(content.fragments.map(fragment => [fragment.id, fragment]));
  return content.books.flatMap(book => {
    const chapters = content.chapters.filter(({ chapter }) => chapter.bookId === book.id);
    return chapters.flatMap(chapter =>
      sentenceContents(chapter).map((sentence, index) => ({
        name: fileName(book.title, sentence),
        body: {
          meta: {
            ...metaOf(book.title, sentence),
            ...(index === 0 && chapter === chapters[0] ? { book: bookOf(book, content) } : {}),
          },
          wordInstances: wordsOf(sentence, fragments),
        },
      })),
    );
  });
}

function fileName(title: string, { sentence: { chapter, position } }: SentenceContent): string {
  const name = title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-');
  return `${name}-${String(chapter).padStart(3, '0')}-${String(position).padStart(4, '0')}.json`;
}

function bookOf(book: LibraryContent['books'][number], { languages }: LibraryContent): object {
  const language = languages.find(({ id }) => id === book.languageId);
  return {
    _id: book.id,
    author: book.author,
    publishedDate: book.published,
    readingLevel: book.readingLevel,
    language: { _id: book.languageId, name: language?.name, isoCode: language?.isoCode },
    chapterTitles: book.chapterTitles,
    introductions: book.introductions,
  };
}

function metaOf(bookTitle: string, { sentence, questions, phrases, summary }: SentenceContent): object {
  const { id, part, chapter, section, position, chapterTitle, newParagraph, text, translation } = sentence;
  const whole = questions.find(({ kind }) => kind === 'sentence');
  return {
    ...{
      _id: id,
      bookTitle,
      part,
      chapter,
      section,
      position,
      chapterTitle,
      newParagraph,
      text,
      translation,
    },
    summary,
    phrases,
    ...(whole ? { answers: answersOf(whole, 'incorrectAnswer') } : {}),
    clauses: questions
      .filter(({ kind }) => kind === 'clause')
      .map(question => ({ clause: question.clause, ...answersOf(question, 'incorrectAnswer') })),
  };
}

function wordsOf(
  { wordInstances, questions }: SentenceContent,
  fragments: ReadonlyMap<string, Fragment>,
): readonly object[] {
  const asked = new Map(questions.map(question => [question.wordInstanceId, question]));
  return wordInstances.map(word => {
    const [stem, ending1, ending2, ending3] = word.fragments.map(id => fragmentOf(fragments.get(id)));
    const question = asked.get(word.id);
    return {
      _id: word.id,
      text: word.text,
      position: word.position,
      leadingPunctuation: word.leadingPunctuation,
      trailingPunctuation: word.trailingPunctuation,
      translation: word.translation,
      word: { modernEquivalent: word.modernEquivalent },
      ...{ stem, ending1: ending1 ?? null, ending2: ending2 ?? null, ending3: ending3 ?? null },
      skipped: word.skipped,
      ...(question ? { answers: answersOf(question, 'incorrectTranslation') } : {}),
    };
  });
}

function fragmentOf(fragment: Fragment | undefined): object | undefined {
  if (!fragment) return undefined;
  const { id, kind, text, pos, gloss, lemma, note } = fragment;
  return { _id: id, text, ...(kind === 'stem' ? { pos } : {}), gloss, lemma, note };
}

function answersOf(
  { id, options: [right, ...wrong] }: Question,
  name: 'incorrectAnswer' | 'incorrectTranslation',
): object {
  return {
    _id: id,
    correctAnswer: right?.text,
    correctExplanation: right?.explanation,
    ...Object.fromEntries(
      wrong.flatMap(({ text, explanation }, index) => [
        [`${name}${index + 1}`, text],
        [`incorrectExplanation${index + 1}`, explanation],
      ]),
    ),
  };
}

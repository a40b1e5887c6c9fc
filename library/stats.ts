import type { LibraryContent, Question } from '../domain/catalogue/catalogue.ts';

export interface ChapterStatistics {
  readonly book: string;
  readonly chapter: string;
  readonly sentences: number;
  readonly words: number;
  readonly wordQuestions: number;
  readonly clauseQuestions: number;
  readonly sentenceQuestions: number;
  readonly phrases: number;
  /** Different fragments among the words that are asked. */
  readonly fragments: number;
  /** Fragments that no earlier chapter of the library has. */
  readonly newFragments: number;
}

/** Counts per chapter, in the order of the library. */
export function statistics({ books, chapters }: LibraryContent): readonly ChapterStatistics[] {
  const met = new Set<string>();
  return chapters.map(({ chapter, sentences, wordInstances, questions, phrases }) => {
    const fragments = new Set(
      wordInstances.filter(word => word.skipped === null).flatMap(word => word.fragments),
    );
    const fresh = [...fragments].filter(fragment => !met.has(fragment));
    for (const fragment of fresh) met.add(fragment);
    const count = (kind: Question['kind']) => questions.filter(question => question.kind === kind).length;
    return {
      book: books.find(({ id }) => id === chapter.bookId)?.title ?? '',
      chapter: `${chapter.number} ${chapter.title}`,
      sentences: sentences.length,
      words: wordInstances.length,
      wordQuestions: count('word'),
      clauseQuestions: count('clause'),
      sentenceQuestions: count('sentence'),
      phrases: phrases.reduce((sum, { phrases: explained }) => sum + explained.length, 0),
      fragments: fragments.size,
      newFragments: fresh.length,
    };
  });
}

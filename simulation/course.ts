import { createHash } from 'node:crypto';
import type { ChapterContent, LibraryContent } from '../domain/catalogue/catalogue.ts';
import type { QuizQuestion, QuizSentence } from '../domain/quiz/quiz.ts';

/** What a simulated learner can read: the library in the shape the quiz takes. */
export interface Course {
  /** Changes with every text and question. */
  readonly edition: string;
  readonly books: readonly CourseBook[];
}

export interface CourseBook {
  readonly id: string;
  readonly language: string;
  /** Those with content, in order. */
  readonly chapters: readonly CourseChapter[];
}

export interface CourseChapter {
  readonly number: number;
  readonly contentVersion: string;
  readonly sentences: readonly QuizSentence[];
}

export function courseOf({ books, chapters }: LibraryContent): Course {
  const versions = chapters.map(
    ({ chapter }) => `${chapter.bookId} ${chapter.number} ${chapter.contentVersion}`,
  );
  return {
    edition: createHash('sha256').update(versions.join('\n')).digest('hex').slice(0, 8),
    books: books
      .map(({ id, languageId }) => ({
        id,
        language: languageId,
        chapters: chapters.filter(({ chapter }) => chapter.bookId === id).map(chapterOf),
      }))
      .filter(book => book.chapters.length > 0),
  };
}

function chapterOf({ chapter, sentences, wordInstances, questions }: ChapterContent): CourseChapter {
  const { number, contentVersion } = chapter;
  const wordsOf = Map.groupBy(wordInstances, word => word.sentenceId);
  const questionsOf = Map.groupBy(questions, question => question.sentenceId);
  return {
    number,
    contentVersion,
    sentences: sentences
      .toSorted((a, b) => a.position - b.position)
      .map(({ id }) => {
        const wordQuestions: Record<string, QuizQuestion> = {};
        const clauseQuestions: Record<number, QuizQuestion> = {};
        for (const question of questionsOf.get(id) ?? []) {
          if (question.wordInstanceId !== null) wordQuestions[question.wordInstanceId] = question;
          if (question.clause !== null) clauseQuestions[question.clause] = question;
        }
        const words = (wordsOf.get(id) ?? [])
          .toSorted((a, b) => a.position - b.position)
          .map(word => ({ ...word, skipped: word.skipped !== null }));
        return { id, words, wordQuestions, clauseQuestions };
      }),
  };
}

import type { LibraryContent, Question } from '../../domain/catalogue/catalogue.ts';
import { chapterName } from '../chapter-name.ts';
import { spelled } from '../format/tokenize.ts';
import { proofOf } from './proof.ts';

/** A word question with every place of the library where it is asked, in reading order. */
export interface ReusedQuestion {
  readonly word: string;
  readonly options: Question['options'];
  readonly places: readonly {
    /** Book, chapter, sentence and word, as in 'Don Quixote 1, 12.4'. */
    readonly name: string;
    /** The clause, with the asked word in brackets. */
    readonly clause: string;
    /** The clause in English; the sentence's translation where the clause asks nothing. */
    readonly english: string;
  }[];
}

/** The word questions that are asked at several places: an editor judges options and explanations at each of them. */
export function reusedQuestions(content: LibraryContent): readonly ReusedQuestion[] {
  const asked = content.chapters.flatMap(chapter =>
    proofOf(chapter, content).flatMap(({ sentence, clauses }) =>
      clauses.flatMap(({ words, question: whole }) =>
        words.flatMap(({ word, question }) => {
          if (!question) return [];
          const marked = words.map(one =>
            one.word === word ? { ...word, text: `[${word.text}]` } : one.word,
          );
          const place = {
            name: `${chapterName(chapter, content)}, ${sentence.position}.${word.position}`,
            clause: spelled(marked),
            english: whole?.options[0]?.text ?? sentence.translation,
          };
          return [{ word: word.text, options: question.options, place }];
        }),
      ),
    ),
  );
  return [...Map.groupBy(asked, ({ options }) => JSON.stringify(options)).values()].flatMap(same =>
    same[0] && same.length > 1
      ? [{ word: same[0].word, options: same[0].options, places: same.map(({ place }) => place) }]
      : [],
  );
}

/** The reused questions in plain text, for a reviewer. */
export function reusedText(questions: readonly ReusedQuestion[]): string {
  return questions
    .map(({ word, options: [right, ...wrong], places }) =>
      [
        `${word}: asked at ${places.length} places`,
        `  + ${right?.text} | ${right?.explanation}`,
        ...wrong.map(({ text, explanation }) => `  - ${text} | ${explanation}`),
        ...places.map(({ name, clause, english }) => `    ${name}: ${clause} = ${english}`),
      ].join('\n'),
    )
    .join('\n\n');
}

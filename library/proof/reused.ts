import type { LibraryContent, Question } from '../../domain/catalogue/catalogue.ts';
import { splitIntoClauses } from '../../domain/quiz/clauses.ts';
import { chapterName } from '../chapter-name.ts';
import { spelled } from '../format/tokenize.ts';

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
  const asked = content.chapters.flatMap(chapter => {
    const questions = Map.groupBy(chapter.questions, ({ sentenceId }) => sentenceId);
    const words = Map.groupBy(chapter.wordInstances, ({ sentenceId }) => sentenceId);
    return chapter.sentences.flatMap(({ id, position, translation }) => {
      const here = questions.get(id) ?? [];
      return splitIntoClauses(words.get(id) ?? []).flatMap((clause, index) => {
        const whole = here.find(question => question.kind === 'clause' && question.clause === index);
        return clause.flatMap(word => {
          const question = here.find(({ wordInstanceId }) => wordInstanceId === word.id);
          const marked = clause.map(one => (one === word ? { ...one, text: `[${one.text}]` } : one));
          const place = {
            name: `${chapterName(chapter, content)}, ${position}.${word.position}`,
            clause: spelled(marked),
            english: whole?.options[0]?.text ?? translation,
          };
          return question ? [{ word: word.text, options: question.options, place }] : [];
        });
      });
    });
  });
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

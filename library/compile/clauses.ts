import type { Question, WordInstance } from '../../domain/catalogue/catalogue.ts';
import { splitIntoClauses } from '../../domain/quiz/clauses.ts';
import { checkQuestion } from '../check/questions.ts';
import type { SourceSentence } from '../format/chapter.ts';
import type { Findings } from '../format/problems.ts';
import { quoted } from '../format/tokenize.ts';
import type { SentenceIds } from '../ids/file.ts';

/**
 * Clauses are derived from the punctuation. The source has questions, after the last word, only for clauses of more than one
 * word that can be asked.
 */
export function compileClauses(
  { at: sentenceAt, clauses: written }: SourceSentence,
  words: readonly WordInstance[],
  ids: SentenceIds | undefined,
  sentenceId: string,
  found: Findings,
): readonly Question[] {
  const questions: Question[] = [];
  let end = 0;
  const ends = new Map<number, { readonly index: number; readonly text: string; readonly needed: boolean }>();
  for (const [index, clause] of splitIntoClauses(words).entries()) {
    end += clause.length;
    const needed = clause.length > 1 && clause.some(word => word.skipped === null);
    ends.set(end, { index, text: quoted(clause), needed });
  }
  for (const clause of written) {
    const place = ends.get(clause.after);
    ends.delete(clause.after);
    if (!place)
      found.refuse(clause.at, 'no clause ends here, or it has two questions: a clause ends at . ! ? … , ; :');
    else if (!place.needed)
      found.refuse(
        clause.at,
        `the clause '${place.text}' is not asked about: drop the line and those below it`,
      );
    const why = clause.why ?? { at: clause.at, text: '', explanation: '' };
    checkQuestion('clause', clause.translation, { why, wrong: clause.wrong }, found);
    questions.push({
      id: ids?.words[clause.after - 1]?.clause?.question ?? '',
      kind: 'clause',
      sentenceId,
      wordInstanceId: null,
      clause: place?.index ?? 0,
      options: [
        { text: clause.translation, explanation: why.explanation },
        ...clause.wrong.map(({ text, explanation }) => ({ text, explanation })),
      ],
    });
  }
  for (const [after, { needed, text }] of ends)
    if (needed)
      found.refuse(
        sentenceAt,
        `the clause '${text}' has no question: write 'clause = …' after its word number ${after}`,
      );
  return questions;
}

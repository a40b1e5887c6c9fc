import type { Question, WordInstance } from '../../domain/catalogue/catalogue.ts';
import { splitIntoClauses } from '../../domain/quiz/clauses.ts';
import type { IdOf } from '../check/ids.ts';
import type { Findings } from '../check/problems.ts';
import { checkQuestion } from '../check/questions.ts';
import type { SourceSentence } from '../format/chapter.ts';
import { quoted } from '../format/tokenize.ts';
import { optionsOf } from './options.ts';

/**
 * Clauses follow from the punctuation; the source only asks about those of more than one word that have something to
 * ask. A clause's lines stand behind its last word and quote it.
 */
export function compileClauses(
  { at: sentenceAt, clauses: written }: SourceSentence,
  words: readonly WordInstance[],
  sentenceId: string,
  idOf: IdOf,
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
    if (!place) found.refuse(clause.at, 'no clause ends here, or it has two questions');
    else if (!place.needed) found.refuse(clause.at, `the clause '${place.text}' is not asked about`);
    else if (place.text !== clause.written)
      found.refuse(clause.at, `the clause that ends here is '${place.text}', not '${clause.written}'`);
    if (clause.translation === '')
      found.refuse(clause.at, `the clause has no translation: write '= …' behind it`);
    if (!clause.question) {
      found.refuse(clause.at, `the clause '${clause.written}' has no question`);
      continue;
    }
    const { at, why = '' } = clause.question;
    checkQuestion('clause', clause.translation, { ...clause.question, why }, found);
    questions.push({
      id: idOf(at),
      kind: 'clause',
      sentenceId,
      wordInstanceId: null,
      clause: place?.index ?? 0,
      options: optionsOf(clause.translation, clause.question),
    });
  }
  for (const { needed, text } of ends.values())
    if (needed) found.refuse(sentenceAt, `the clause '${text}' has no question`);
  return questions;
}

import { splitIntoClauses } from '../../../domain/quiz/clauses.ts';
import { type Refusal, refuse } from '../../../domain/refusal.ts';
import type { AutoSentence } from '../../../facade/auto-sentence.ts';

type Answers = Readonly<Record<string, string | number | undefined>>;

/** Wrong options that a question needs: the quiz shows two (spec 4). */
const leastWrong = 2;

/** Rules of a sentence that hold between its fields; the refusal names the field. */
export function checkWords({ meta, wordInstances }: AutoSentence): Refusal | undefined {
  for (const [index, word] of wordInstances.entries()) {
    const field = `wordInstances.${index}`;
    if (word.position !== index + 1)
      return wrongField(`${field}.position`, `must be ${index + 1}: words stand in their order`);
    const endings = [word.ending1, word.ending2, word.ending3];
    const gap = endings.findIndex((ending, at) => ending && at > 0 && !endings[at - 1]);
    if (gap !== -1) return wrongField(`${field}.ending${gap}`, `is missing before ending${gap + 1}`);
    const answers = word.answers && checkAnswers(word.answers, 'incorrectTranslation', `${field}.answers`);
    if (answers) return answers;
  }
  let rest = meta.text;
  for (const [index, { text, leadingPunctuation, trailingPunctuation }] of wordInstances.entries()) {
    const whole = `${index === 0 ? '' : ' '}${leadingPunctuation}${text}${trailingPunctuation}`;
    if (!rest.startsWith(whole))
      return wrongField(
        `wordInstances.${index}.text`,
        `does not spell the text, which goes on with '${rest.trim().slice(0, 40)}'`,
      );
    rest = rest.slice(whole.length);
  }
  if (rest !== '')
    return wrongField('meta.text', `has words that are not in wordInstances: ${rest.trim().slice(0, 40)}`);
  if (meta.answers) {
    const answers = checkAnswers(meta.answers, 'incorrectAnswer', 'meta.answers');
    if (answers) return answers;
  }
  const clauses = splitIntoClauses(wordInstances).length;
  for (const [index, clause] of (meta.clauses ?? []).entries()) {
    const field = `meta.clauses.${index}`;
    if (clause.clause >= clauses)
      return wrongField(`${field}.clause`, `must be less than ${clauses}, the number of clauses`);
    if (meta.clauses?.findIndex(other => other.clause === clause.clause) !== index)
      return wrongField(`${field}.clause`, 'is asked about twice');
    const answers = checkAnswers(clause, 'incorrectAnswer', field);
    if (answers) return answers;
  }
  return checkIds({ meta, wordInstances });
}

function checkAnswers(
  answers: Answers,
  wrong: 'incorrectTranslation' | 'incorrectAnswer',
  field: string,
): Refusal | undefined {
  const usable = [1, 2, 3, 4, 5, 6, 7, 8, 9].filter(
    number => answers[`${wrong}${number}`] && answers[`incorrectExplanation${number}`],
  );
  if (usable.length >= leastWrong) return undefined;
  const next = [1, 2].find(number => !usable.includes(number)) ?? 1;
  const missing = answers[`${wrong}${next}`] ? `incorrectExplanation${next}` : `${wrong}${next}`;
  return wrongField(
    `${field}.${missing}`,
    'is required: a question needs two wrong answers that are explained',
  );
}

/** Ids must be unique within the payload. */
function checkIds({ meta, wordInstances }: AutoSentence): Refusal | undefined {
  const taken = new Set<string>();
  const ids: [field: string, id: string | undefined][] = [
    ...wordInstances.map(
      ({ _id }, index) => [`wordInstances.${index}._id`, _id] as [string, string | undefined],
    ),
    ['meta.answers._id', meta.answers?._id],
    ...(meta.clauses ?? []).map(
      ({ _id }, index) => [`meta.clauses.${index}._id`, _id] as [string, string | undefined],
    ),
    ...wordInstances.map(
      ({ answers }, index) =>
        [`wordInstances.${index}.answers._id`, answers?._id] as [string, string | undefined],
    ),
  ];
  for (const [field, id] of ids) {
    if (id === undefined) continue;
    if (taken.has(id)) return wrongField(field, 'stands twice');
    taken.add(id);
  }
  return undefined;
}

function wrongField(field: string, says: string): Refusal {
  return refuse(`${field} ${says}`, { field });
}

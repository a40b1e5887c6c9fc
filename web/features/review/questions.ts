import type { Option } from '../../../domain/catalogue/catalogue.ts';
import { splitIntoClauses } from '../../../domain/quiz/clauses.ts';
import { chooseOptions } from '../../../domain/quiz/options.ts';
import { seeded } from '../../../domain/quiz/random.ts';
import type { ReplyOf } from '../../../facade/endpoint.ts';
import type { review } from '../../../facade/review.ts';
import { type ReaderSentence, shownOption } from '../reader/chapter/contents.ts';
import type { CardView } from '../reader/state/view.ts';
import type { Sitting } from './sitting.ts';

export type Question = ReplyOf<typeof review>['questions'][number];

/** A review asks about one word, so what only reading needs stays empty. */
function sentenceOf({ sentence, words, word, id }: Question, options: readonly Option[]): ReaderSentence {
  const shown = words.map((one, index) => ({
    ...one,
    position: index + 1,
    translation: '',
    modernEquivalent: null,
    skipped: null,
    fragments: one.fragments.map(fragment => ({ ...fragment, gloss: '', lemma: null, note: null })),
  }));
  return {
    ...sentence,
    key: sentence.id,
    text: '',
    newParagraph: false,
    words: shown,
    clauses: splitIntoClauses(shown),
    quiz: { id: sentence.id, words: [], wordQuestions: { [word]: { id, options } }, clauseQuestions: {} },
    phrases: [],
    summary: null,
    wordKeys: {},
    clauseKeys: [],
  };
}

/**
 * A question as the reader's card shows it.
 * @param seed of the sitting; the same seed gives the same order of options
 */
export function cardOf(
  question: Question,
  { index, card, cooling, explaining, translating, answers }: Sitting,
  seed: string,
): CardView {
  const { id, word } = question;
  const options = question.options.map(shownOption);
  return {
    key: `${seed} ${index} ${id}`,
    card,
    sentence: sentenceOf(question, options),
    step: {
      phase: 'wordInstance',
      clause: 0,
      word,
      question: { id, options },
      options: chooseOptions(options, seeded(`${seed} ${id}`)),
    },
    chosen: card === 'asked' ? undefined : answers[index]?.chosen,
    cooling,
    explaining,
    translating,
    waiting: 0,
  };
}

/** The clause of the asked word, as the first and last index into the words. */
export function clauseOf({ words, word }: Question): readonly [from: number, to: number] {
  let from = 0;
  for (const clause of splitIntoClauses(words)) {
    const to = from + clause.length;
    if (clause.some(({ id }) => id === word)) return [from, to];
    from = to;
  }
  return [0, words.length];
}

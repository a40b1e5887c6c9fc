import type { Option } from '../../domain/catalogue/catalogue.ts';
import type { Place } from '../format/lines.ts';
import type { Findings } from '../format/problems.ts';
import { contentWords } from './content-words.ts';

/** Most word questions of a chapter with the same content word as a wrong option, so that learners cannot rule it out. */
const mostRepeats = 3;

/** A word question of a chapter, with its line. */
export interface AskedWord {
  readonly at: Place;
  readonly options: readonly Option[];
  /** Texts of generated wrong options, which may be left out. */
  readonly ruled: ReadonlySet<string>;
}

/** Questions with the same options count as one, also with other explanations. */
function sameQuestion({ options }: AskedWord): string {
  return JSON.stringify(options.map(({ text }) => text));
}

/** Content words that an option adds to those of the right answer. */
function addedWords({ text }: Option, { options: [right] }: AskedWord): readonly string[] {
  const own = contentWords(right?.text ?? '');
  return [...contentWords(text)].filter(word => !own.has(word));
}

/**
 * Chooses among generated options so that no content word is a wrong option too often in the chapter. Written options count
 * first. Then each question takes as many as it needs, those with the fewest candidates first. The rest is added in the order
 * of the chapter.
 * @param least number of wrong options that every question keeps
 * @returns the options of each question
 */
export function withoutRepeats(asked: readonly AskedWord[], least: number): readonly (readonly Option[])[] {
  const counts = new Map<string, number>();
  const questions = [...new Map(asked.map(question => [sameQuestion(question), question]))].map(
    ([key, question]) => {
      const wrong = question.options.slice(1);
      const isRuled = ({ text }: Option) => question.ruled.has(text);
      const kept = new Set(wrong.filter(option => !isRuled(option)));
      const spoken = new Set<string>();
      const keep = (option: Option) => {
        kept.add(option);
        for (const word of addedWords(option, question)) {
          if (!spoken.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
          spoken.add(word);
        }
      };
      for (const option of kept) keep(option);
      const repeats = (option: Option) =>
        Math.max(
          0,
          ...addedWords(option, question).map(word => (spoken.has(word) ? 0 : (counts.get(word) ?? 0))),
        );
      return { key, wrong, ruled: wrong.filter(isRuled), kept, keep, repeats };
    },
  );
  for (const { ruled, kept, keep, repeats } of questions.toSorted(
    (a, b) => a.ruled.length - b.ruled.length,
  )) {
    while (kept.size < least && ruled.some(option => !kept.has(option))) {
      const free = ruled.filter(option => !kept.has(option));
      const rarest = Math.min(...free.map(repeats));
      const chosen = free.find(option => repeats(option) === rarest);
      if (chosen) keep(chosen);
    }
  }
  for (const { ruled, kept, keep, repeats } of questions)
    for (const option of ruled) if (!kept.has(option) && repeats(option) < mostRepeats) keep(option);
  const left = new Map(questions.map(({ key, kept }) => [key, new Set([...kept].map(({ text }) => text))]));
  return asked.map(question =>
    question.options.filter(({ text }, index) => index === 0 || left.get(sameQuestion(question))?.has(text)),
  );
}

/** Refuses a content word that is a wrong option too often in a chapter; repeated questions count once. */
export function checkRepeats(asked: readonly AskedWord[], { refuse }: Findings): void {
  const distinct = new Map(asked.map(question => [sameQuestion(question), question]));
  const counts = new Map<string, AskedWord[]>();
  const shown = new Map<string, string>();
  for (const question of distinct.values()) {
    const wrong = question.options.slice(1);
    for (const word of new Set(wrong.flatMap(option => addedWords(option, question))))
      counts.set(word, [...(counts.get(word) ?? []), question]);
    for (const option of wrong)
      for (const word of contentWords(option.text)) shown.set(word, shown.get(word) ?? option.text);
  }
  for (const [word, questions] of counts)
    for (const { at } of questions.slice(mostRepeats))
      refuse(
        at,
        `'${shown.get(word)}' is a wrong option in ${questions.length} questions of this chapter (${questions.map(other => `${other.options[0]?.text}: line ${other.at.line}`).join(', ')}); ${mostRepeats} are allowed: change one`,
      );
}

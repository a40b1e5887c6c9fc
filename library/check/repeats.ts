import type { ChapterContent, Option } from '../../domain/catalogue/catalogue.ts';
import type { Place } from '../format/lines.ts';
import type { Findings } from '../format/problems.ts';
import { contentWords } from './content-words.ts';

/** Most word questions of a chapter with the same content word as a wrong option, so that learners cannot rule it out. */
export const mostRepeats = 3;

/** A word question of a chapter, with its line. */
export interface AskedWord {
  readonly at: Place;
  readonly options: readonly Option[];
  /** Texts of generated wrong options, which may be left out. */
  readonly ruled: ReadonlySet<string>;
  /** Most wrong options, so that generated ones do not crowd the written ones. */
  readonly most: number;
  /** Lines of the options that an editor wrote below the word, by their text. These are never left out. */
  readonly written: ReadonlyMap<string, Place>;
}

/** The key of questions with the same options; they count as one, also with other explanations. */
function sameQuestion({ options }: AskedWord): string {
  return JSON.stringify(options.map(({ text }) => text));
}

/** The distinct questions by key. An option that is written in one of the places is not generated in any. */
function distinct(asked: readonly AskedWord[]): ReadonlyMap<string, AskedWord> {
  return new Map(
    [...Map.groupBy(asked, sameQuestion)].map(([key, places]) => {
      const [first, ...others] = places as [AskedWord, ...AskedWord[]];
      const ruled = new Set([...first.ruled].filter(text => others.every(other => other.ruled.has(text))));
      const written = new Map(places.toReversed().flatMap(place => [...place.written]));
      return [key, { ...first, ruled, written }];
    }),
  );
}

/** Content words that an option adds to those of the right answer. */
function addedWords(
  { text }: Option,
  { options: [right] }: { readonly options: readonly Option[] },
): readonly string[] {
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
  const questions = [...distinct(asked)].map(([key, question]) => {
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
    return { key, ruled: wrong.filter(isRuled), most: question.most, kept, keep, repeats };
  });
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
  for (const { ruled, most, kept, keep, repeats } of questions)
    for (const option of ruled)
      if (kept.size < most && !kept.has(option) && repeats(option) < mostRepeats) keep(option);
  const left = new Map(questions.map(({ key, kept }) => [key, new Set([...kept].map(({ text }) => text))]));
  return asked.map(question =>
    question.options.filter(({ text }, index) => index === 0 || left.get(sameQuestion(question))?.has(text)),
  );
}

/**
 * Refuses a content word that is a wrong option too often in a chapter; repeated questions count once. Generated options give
 * way first: a written one is refused only if the written ones alone are too many, and at its own line.
 */
export function checkRepeats(asked: readonly AskedWord[], { refuse }: Findings): void {
  const uses = [...distinct(asked).values()].flatMap(question =>
    question.options
      .slice(1)
      .toSorted((a, b) => Number(question.ruled.has(a.text)) - Number(question.ruled.has(b.text)))
      .flatMap(option => addedWords(option, question).map(word => ({ word, question, option }))),
  );
  for (const sameWord of Map.groupBy(uses, ({ word }) => word).values()) {
    const once = sameWord.filter((use, index) => sameWord[index - 1]?.question !== use.question);
    const generated = once.filter(({ question, option }) => question.ruled.has(option.text));
    const questions = once.map(({ question: { at, options } }) => `${options[0]?.text}: line ${at.line}`);
    const late = [...once.filter(use => !generated.includes(use)), ...generated].slice(mostRepeats);
    for (const { question, option } of late)
      refuse(
        question.written.get(option.text) ?? question.at,
        `'${option.text}' is a wrong option in ${once.length} questions of this chapter (${questions.join(', ')}); ${mostRepeats} are allowed: change one`,
      );
  }
}

/** A word question with a content word as a wrong option. */
export interface OptionUse {
  /** Sentence and word, as in '12.4'. */
  readonly place: string;
  readonly right: string;
  readonly option: string;
}

/** The word questions of a chapter that have a word as a wrong option, in any of its forms; repeated questions count once. */
export function usesOf(
  word: string,
  { sentences, wordInstances, questions }: ChapterContent,
): readonly OptionUse[] {
  const [wanted] = contentWords(word);
  const numbers = new Map(sentences.map(({ id, position }) => [id, position]));
  const positions = new Map<string | null, number>(wordInstances.map(({ id, position }) => [id, position]));
  const seen = new Set<string>();
  return questions.flatMap(question => {
    if (question.kind !== 'word' || wanted === undefined) return [];
    const [right, ...wrong] = question.options;
    const option = wrong.find(one => addedWords(one, question).includes(wanted));
    const key = JSON.stringify(question.options.map(({ text }) => text));
    if (!right || !option || seen.has(key)) return [];
    seen.add(key);
    const place = `${numbers.get(question.sentenceId)}.${positions.get(question.wordInstanceId)}`;
    return [{ place, right: right.text, option: option.text }];
  });
}

import type { Option } from '../../domain/catalogue/catalogue.ts';
import type { Place } from '../format/lines.ts';
import type { Findings } from '../format/problems.ts';
import { contentWords } from './content-words.ts';

/** Distinct word questions of a chapter in which one content word may be wrong: else it gives itself away. */
const mostRepeats = 3;

/** A word question of a chapter, with the line that asks it. */
export interface AskedWord {
  readonly at: Place;
  readonly options: readonly Option[];
}

/** Refuses a content word that is a wrong option too often in a chapter; a question asked again counts once. */
export function checkRepeats(asked: readonly AskedWord[], { refuse }: Findings): void {
  const distinct = new Map(asked.map(question => [JSON.stringify(question.options), question]));
  const counts = new Map<string, AskedWord[]>();
  const shown = new Map<string, string>();
  for (const question of distinct.values()) {
    const [right, ...wrong] = question.options;
    const own = contentWords(right?.text ?? '');
    const words = new Set(
      wrong.flatMap(({ text }) => [...contentWords(text)]).filter(word => !own.has(word)),
    );
    for (const word of words) counts.set(word, [...(counts.get(word) ?? []), question]);
    for (const { text } of wrong)
      for (const word of contentWords(text)) shown.set(word, shown.get(word) ?? text);
  }
  for (const [word, questions] of counts)
    for (const { at } of questions.slice(mostRepeats))
      refuse(
        at,
        `'${shown.get(word)}' is a wrong option in ${questions.length} questions of this chapter (${questions.map(other => `${other.options[0]?.text}: line ${other.at.line}`).join(', ')}); ${mostRepeats} are allowed: change one`,
      );
}

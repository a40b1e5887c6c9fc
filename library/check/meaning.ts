import type { Part } from '../format/entry.ts';
import { meaningsOf } from '../format/entry.ts';
import { plainest } from '../inflect/english.ts';
import { contentWords } from './content-words.ts';

/**
 * Whether an answer can follow from the stem's entry in the lexicon: it shares a word with a meaning of the gloss or of a
 * sense. A derived word (cascabel-eo) may mean something else.
 */
export function followsFrom(
  answer: string,
  [stem, ...endings]: readonly Part[],
  wholeMeanings: readonly string[],
): boolean {
  if (!stem) return true;
  if (endings.some(({ entry }) => entry.pos === 'derived' && entry.english === null)) return true;
  const meanings = [
    ...meaningsOf(stem.entry.gloss),
    ...stem.entry.senses.flatMap(({ meaning }) => (meaning === undefined ? [] : meaningsOf(meaning))),
    ...wholeMeanings,
  ];
  const said = wordsOf(answer);
  return meanings.some(meaning => [...wordsOf(meaning)].some(word => said.has(word)));
}

/** Content words in their base form, and function words unchanged: 'as if' shares a word with 'as'. */
function wordsOf(text: string): ReadonlySet<string> {
  return new Set([...contentWords(text), ...(text.toLowerCase().match(/\p{L}+/gu) ?? []).map(plainest)]);
}

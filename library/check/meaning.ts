import type { Part } from '../format/lexicon.ts';
import { meaningsOf } from '../format/lexicon.ts';
import { plainest } from '../inflect/english.ts';
import { contentWords } from './content-words.ts';

/**
 * Whether an answer can follow from what the lexicon says of the word's stem: it shares a word with a meaning of the
 * gloss or of a sense. A word made of another by a derived ending (cascabel-eo) means something of its own.
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

/** Content words in their plainest form, and the small words as they stand: 'as if' shares a word with 'as'. */
function wordsOf(text: string): ReadonlySet<string> {
  return new Set([...contentWords(text), ...(text.toLowerCase().match(/\p{L}+/gu) ?? []).map(plainest)]);
}

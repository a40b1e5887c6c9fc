import type { ReaderWord } from '../chapter/contents.ts';

/** A part of a word, and its fragment. */
export interface SpelledPart {
  readonly text: string;
  readonly fragment: string;
}

/**
 * Splits a word, as the text spells it, into its fragments. The fragments spell the word, but an entry may differ in an accent
 * or a capital, so only lengths are compared. Undefined if they do not add up.
 */
export function spelledParts({ text, fragments }: ReaderWord): readonly SpelledPart[] | undefined {
  const letters = [...text];
  const parts: SpelledPart[] = [];
  let from = 0;
  for (const { id, text: spelled } of fragments) {
    const to = from + [...spelled.replace(/^-/, '')].length;
    parts.push({ text: letters.slice(from, to).join(''), fragment: id });
    from = to;
  }
  return from === letters.length && parts.every(part => part.text !== '') ? parts : undefined;
}

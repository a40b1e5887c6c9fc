import type { ReaderWord } from '../chapter/contents.ts';

/** A stretch of a word and the fragment it belongs to. */
export interface SpelledPart {
  readonly text: string;
  readonly fragment: string;
}

/**
 * Cuts a word as it stands in the text at its fragments. The parts spell the word, but one entry may shift its accent
 * or its capital, so lengths decide. Undefined when they do not add up.
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

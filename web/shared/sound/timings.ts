/** A word of the page with its punctuation. */
export interface SpokenWord {
  readonly id: string;
  readonly text: string;
  readonly leadingPunctuation: string;
  readonly trailingPunctuation: string;
}

/** The spoken text of a sentence, and the offset of each word in characters. */
export function spokenText(words: readonly SpokenWord[]): {
  readonly text: string;
  readonly starts: readonly number[];
} {
  let text = '';
  const starts = words.map(({ leadingPunctuation, text: word, trailingPunctuation }) => {
    const start = text.length + leadingPunctuation.length;
    text += `${leadingPunctuation}${word}${trailingPunctuation} `;
    return start;
  });
  return { text: text.trimEnd(), starts };
}

/** The index of the word at a character, for a voice that reports its position; -1 before the first word. */
export function wordAt(starts: readonly number[], character: number): number {
  return starts.findLastIndex(start => start <= character);
}

/** Length of a pause after a word, in letters. */
function pauseBehind(punctuation: string): number {
  if (/[.!?…]/.test(punctuation)) return 7;
  return /[,;:—–]/.test(punctuation) ? 4 : 0;
}

/**
 * Estimates the index of the current word in a recording: each word gets time in proportion to its letters, and punctuation a
 * pause.
 * @param share played share of the sound, 0 to 1
 */
export function wordAtShare(words: readonly SpokenWord[], share: number): number {
  // The last pause is silence that a recording may or may not have.
  const lengths = words.map(
    ({ text, trailingPunctuation }, index) =>
      text.length + 1 + (index === words.length - 1 ? 0 : pauseBehind(trailingPunctuation)),
  );
  const total = lengths.reduce((sum, length) => sum + length, 0);
  let passed = 0;
  for (const [index, length] of lengths.entries()) {
    passed += length;
    if (share * total < passed) return index;
  }
  return words.length - 1;
}

/** A word as the page has it, with what stands before and behind it. */
export interface SpokenWord {
  readonly id: string;
  readonly text: string;
  readonly leadingPunctuation: string;
  readonly trailingPunctuation: string;
}

/** A sentence as it is said, and where each word begins in it, in characters. */
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

/** The index of the word at a character, for a voice that tells where it is; -1 before the first. */
export function wordAt(starts: readonly number[], character: number): number {
  return starts.findLastIndex(start => start <= character);
}

/** Length of a pause behind a word, in letters. */
function pauseBehind(punctuation: string): number {
  if (/[.!?…]/.test(punctuation)) return 7;
  return /[,;:—–]/.test(punctuation) ? 4 : 0;
}

/**
 * The index of the word that is probably said now. A recording does not tell where it is, so each word gets a share of the
 * time by its letters, and punctuation a pause.
 * @param share of the sound that has been heard, 0 to 1
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

/** Marks after which a clause ends (spec 4, Reader); closing quotes and brackets may precede or follow them. */
const clauseEnd = /[.!?…,;:]/;

/**
 * Splits a sentence's words into clauses: a clause ends after a word whose trailing punctuation contains a sentence mark,
 * comma, semicolon or colon. Order is kept, no word is lost, no clause is empty. Indexed from 0.
 */
export function splitIntoClauses<Word extends { readonly trailingPunctuation: string }>(
  words: readonly Word[],
): readonly (readonly Word[])[] {
  const clauses: Word[][] = [];
  let open: Word[] | undefined;
  for (const word of words) {
    if (open) open.push(word);
    else {
      open = [word];
      clauses.push(open);
    }
    if (clauseEnd.test(word.trailingPunctuation)) open = undefined;
  }
  return clauses;
}

/** A word of a sentence with its punctuation. */
export interface Token {
  readonly text: string;
  readonly leadingPunctuation: string;
  readonly trailingPunctuation: string;
}

/** Letters and digits; an apostrophe after a letter marks an elision (Tien') and belongs to the word. */
const word = /[\p{L}\p{M}\p{N}]+(?:'[\p{L}\p{M}]*)?/gu;

/**
 * Splits a sentence's text. The tokens joined with spaces give exactly the text again (see `spelled`). A dash between spaces
 * belongs to the word before it.
 * @returns the tokens, or the reason why the text cannot be split
 */
export function tokenize(text: string): { readonly tokens: readonly Token[] } | { readonly reason: string } {
  if (text !== text.trim() || /\s\s|[^\S ]/.test(text))
    return { reason: 'the text has two spaces in a row, or a space that is not a plain one' };
  const words = [...text.matchAll(word)];
  if (words.length === 0) return { reason: 'the text has no word' };
  const tokens: Token[] = [];
  let leadingPunctuation = text.slice(0, words[0]?.index);
  for (const [index, found] of words.entries()) {
    const next = words[index + 1];
    const gap = text.slice(found.index + found[0].length, next?.index);
    const space = next ? gap.lastIndexOf(' ') : gap.length;
    if (space === -1) return { reason: `there is no space between '${found[0]}' and '${next?.[0]}'` };
    tokens.push({ text: found[0], leadingPunctuation, trailingPunctuation: gap.slice(0, space) });
    leadingPunctuation = gap.slice(space + 1);
  }
  return { tokens };
}

/** The text of the tokens. */
export function spelled(tokens: readonly Token[]): string {
  return tokens.map(token => token.leadingPunctuation + token.text + token.trailingPunctuation).join(' ');
}

/** A clause's text as an editor quotes it: without the punctuation around it, with that inside it. */
export function quoted(tokens: readonly Token[]): string {
  const text = spelled(tokens);
  const first = tokens[0];
  const last = tokens.at(-1);
  return text.slice(first?.leadingPunctuation.length, text.length - (last?.trailingPunctuation.length ?? 0));
}

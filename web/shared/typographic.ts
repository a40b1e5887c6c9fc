/** Straight quotes become typographic ones. A quote at the beginning, or after a space or bracket, opens; every other one closes. */
export function typographic(text: string): string {
  return text
    .replaceAll(/(^|[\s(*«])'/g, '$1‘')
    .replaceAll("'", '’')
    .replaceAll(/(^|[\s(*«])"/g, '$1“')
    .replaceAll('"', '”');
}

/** A text of the library. Spanish is between *asterisks*, and straight quotes become typographic ones. */
export function Marked({ text }: { text: string }) {
  return typographic(text)
    .split('*')
    .map((part, index) =>
      index % 2 === 1 ? (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a fixed text never move.
        <i key={index} lang="es">
          {part}
        </i>
      ) : (
        part
      ),
    );
}

/** A quote at the beginning, or after a space or bracket, opens; every other one closes. */
export function typographic(text: string): string {
  return text
    .replaceAll(/(^|[\s(*«])'/g, '$1‘')
    .replaceAll("'", '’')
    .replaceAll(/(^|[\s(*«])"/g, '$1“')
    .replaceAll('"', '”');
}

/** A text of the library in which *asterisks* mark the Spanish; straight quotes are set as a book sets them. */
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

/** An opening quote stands at the beginning or behind a space or bracket, every other straight one closes. */
export function typographic(text: string): string {
  return text
    .replaceAll(/(^|[\s(*«])'/g, '$1‘')
    .replaceAll("'", '’')
    .replaceAll(/(^|[\s(*«])"/g, '$1“')
    .replaceAll('"', '”');
}

/** A text of the library in which *asterisks* mark the Spanish. */
export function Marked({ text }: { text: string }) {
  return text.split('*').map((part, index) =>
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

/** One file of the library's source. `path` is relative to the sources folder, with '/' between folders. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** A place in the source. Lines count from 1. */
export interface Place {
  readonly file: string;
  readonly line: number;
}

/** A line that is neither empty nor a comment. */
export interface SourceLine extends Place {
  readonly text: string;
}

/** Lines of a file without empty lines and comments. A line whose first character is '#' is a comment. */
export function linesOf({ path, text }: SourceFile): readonly SourceLine[] {
  return rawLines(text).flatMap((raw, index) => {
    const line = raw.trim().normalize('NFC');
    return line === '' || line.startsWith('#') ? [] : [{ file: path, line: index + 1, text: line }];
  });
}

/** All lines of a text; a byte order mark and Windows line ends are removed. */
export function rawLines(text: string): readonly string[] {
  return text.replace(/^\uFEFF/, '').split(/\r?\n/);
}

/** 'phrase a | b' → ['phrase', 'a | b']. A line of one word has an empty rest. */
export function keywordOf(text: string): readonly [keyword: string, rest: string] {
  const space = text.search(/\s/);
  return space === -1 ? [text, ''] : [text.slice(0, space), text.slice(space).trim()];
}

/** Columns between '|', trimmed. */
export function columns(text: string): readonly string[] {
  return text.split('|').map(column => column.trim());
}

/** Splits at the first occurrence of a separator; the second half is undefined without one. */
export function cut(text: string, separator: string): readonly [string, string | undefined] {
  const at = text.indexOf(separator);
  if (at === -1) return [text.trim(), undefined];
  return [text.slice(0, at).trim(), text.slice(at + separator.length).trim()];
}

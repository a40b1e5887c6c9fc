/** One file of the library's source. `path` is relative to the sources folder, with '/' between folders. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** Where something stands in the source. Lines count from 1. */
export interface Place {
  readonly file: string;
  readonly line: number;
}

/** A line that says something: comments and empty lines are gone. */
export interface SourceLine extends Place {
  readonly text: string;
}

/** Lines of a file that say something. A line whose first character is '#' is a comment. */
export function linesOf({ path, text }: SourceFile): readonly SourceLine[] {
  return rawLines(text).flatMap((raw, index) => {
    const line = raw.trim().normalize('NFC');
    return line === '' || line.startsWith('#') ? [] : [{ file: path, line: index + 1, text: line }];
  });
}

/** The lines of a text as they stand; a byte order mark and Windows line ends are dropped. */
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

/** Cuts at the first occurrence of a separator; the second half is undefined where there is none. */
export function cut(text: string, separator: string): readonly [string, string | undefined] {
  const at = text.indexOf(separator);
  if (at === -1) return [text.trim(), undefined];
  return [text.slice(0, at).trim(), text.slice(at + separator.length).trim()];
}

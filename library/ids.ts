import { randomInt } from 'node:crypto';
import { idPattern, keywordOf, linesOf, rawLines, type SourceFile } from './format/lines.ts';

const letters = 'abcdefghjkmnpqrstuvwxyz';
const lettersAndDigits = `${letters}23456789`;

/** A short opaque id. */
export function newId(): string {
  const pick = (from: string) => from.charAt(randomInt(from.length));
  return pick(letters) + Array.from({ length: 5 }, () => pick(lettersAndDigits)).join('');
}

/**
 * Gives every line that needs an id and has none a new one, at its end. An id that is there is never changed, and no
 * id that stands anywhere in the sources is given again.
 * @returns the files that changed, and how many ids were added
 */
export function fillIds(
  files: readonly SourceFile[],
  create: () => string = newId,
): { readonly changed: readonly SourceFile[]; readonly added: number } {
  const taken = new Set(files.flatMap(file => linesOf(file).flatMap(line => line.id ?? [])));
  let added = 0;
  const fresh = () => {
    let id = create();
    while (taken.has(id) || !idPattern.test(id)) id = create();
    taken.add(id);
    added++;
    return id;
  };
  const changed = files.flatMap(file => {
    const missing = linesOf(file).filter(
      line => needsId(file.path, line.text) && line.id === undefined && line.badId === undefined,
    );
    if (missing.length === 0) return [];
    const lineEnd = file.text.includes('\r\n') ? '\r\n' : '\n';
    const lines = [...rawLines(file.text)];
    for (const { line } of missing) lines[line - 1] = `${lines[line - 1]?.trimEnd()} [${fresh()}]`;
    return [{ path: file.path, text: lines.join(lineEnd) }];
  });
  return { changed, added };
}

/** Languages, books, fragments, sentences, words and questions have ids. */
function needsId(path: string, text: string): boolean {
  const [keyword] = keywordOf(text);
  if (path.endsWith('/fragments.txt')) return true;
  if (path.endsWith('/language.txt')) return keyword === 'name';
  if (path.endsWith('/book.txt')) return keyword === 'title';
  return ['sentence', 'word', '+', 'same'].includes(keyword);
}

import type { SourceFile } from './format/lines.ts';
import type { Findings } from './format/problems.ts';

/**
 * The layout of the sources:
 *   spanish/language.txt · spanish/lexicon/<name>.txt · spanish/<book>/book.txt · spanish/<book>/01-<name>.txt
 *   spanish/<book>/text/01.txt (the edition's text) · beside each of the others an .ids file
 */
export interface Layout {
  readonly languages: readonly {
    readonly language: SourceFile;
    readonly lexicon: readonly SourceFile[];
    readonly books: readonly { readonly file: SourceFile; readonly chapters: readonly SourceFile[] }[];
  }[];
  readonly file: (path: string) => SourceFile | undefined;
}

export function layoutOf(files: readonly SourceFile[], { refuse }: Findings): Layout {
  const byPath = new Map(files.map(file => [file.path, file]));
  const take = (path: string): SourceFile => {
    const file = byPath.get(path);
    if (!file) refuse({ file: path, line: 1 }, 'the file is missing');
    return file ?? { path, text: '' };
  };
  const inside = (folder: string, pattern: RegExp) =>
    files.filter(({ path }) => path.startsWith(`${folder}/`) && pattern.test(path.slice(folder.length + 1)));
  const languages = foldersOf(files.map(({ path }) => path)).map(folder => {
    const below = files.flatMap(({ path }) =>
      path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : [],
    );
    return {
      language: take(`${folder}/language.txt`),
      lexicon: inside(folder, /^lexicon\/[^/]+\.txt$/),
      books: foldersOf(below)
        .filter(name => name !== 'lexicon')
        .map(name => ({
          file: take(`${folder}/${name}/book.txt`),
          chapters: inside(`${folder}/${name}`, /^\d+-[^/]+\.txt$/),
        })),
    };
  });
  const known = new Set(
    languages.flatMap(({ language, lexicon, books }) =>
      [language, ...lexicon, ...books.flatMap(({ file, chapters }) => [file, ...chapters])].flatMap(
        ({ path }) => [path, path.replace(/\.txt$/, '.ids')],
      ),
    ),
  );
  for (const { path } of files)
    if (!known.has(path) && !/^[^/]+\/[^/]+\/text\/\d+\.txt$/.test(path))
      refuse(
        { file: path, line: 1 },
        'the file belongs to no book: see docs/authoring.md for the names of files',
      );
  return { languages, file: path => byPath.get(path) };
}

/** First folders of paths, in order, each once. */
function foldersOf(paths: readonly string[]): readonly string[] {
  return [...new Set(paths.flatMap(path => (path.includes('/') ? [path.slice(0, path.indexOf('/'))] : [])))];
}

import type { Book, ChapterContent, Fragment, LibraryContent } from '../../domain/catalogue/catalogue.ts';
import { idCheck } from '../check/ids.ts';
import { findings, type Problem } from '../check/problems.ts';
import { readBook, readLanguage } from '../format/book.ts';
import { readChapter } from '../format/chapter.ts';
import { dictionaryLookup, type Entry, nameOf, readDictionary } from '../format/dictionary.ts';
import type { SourceFile } from '../format/lines.ts';
import { compileChapter } from './chapter.ts';

export type Compiled =
  | { readonly content: LibraryContent; readonly warnings: readonly Problem[] }
  | { readonly problems: readonly Problem[]; readonly warnings: readonly Problem[] };

/**
 * Compiles and checks the sources of the whole library.
 * @returns the content, or every problem there is, sorted by file and line
 */
export function compileSources(files: readonly SourceFile[]): Compiled {
  const found = findings();
  const idOf = idCheck(found);
  const languages: LibraryContent['languages'][number][] = [];
  const books: LibraryContent['books'][number][] = [];
  const fragments: Fragment[] = [];
  const chapters: ChapterContent[] = [];
  const byPath = new Map(files.map(file => [file.path, file]));
  const known = new Set<SourceFile>();
  const take = (path: string): SourceFile => {
    const file = byPath.get(path);
    if (!file) found.refuse({ file: path, line: 1 }, 'the file is missing');
    else known.add(file);
    return file ?? { path, text: '' };
  };

  for (const folder of foldersOf(files.map(({ path }) => path))) {
    const languageFile = take(`${folder}/language.txt`);
    const language = readLanguage(languageFile, found);
    const languageId = idOf(language.at);
    languages.push({ id: languageId, name: language.name, isoCode: language.isoCode });
    const entries = readDictionary(take(`${folder}/fragments.txt`), found);
    refuseDoubles(entries, found);
    const used = new Set<Entry>();
    const lookup = dictionaryLookup(entries, found);
    for (const entry of entries) fragments.push(fragmentOf(entry, languageId, idOf(entry.at)));

    const inside = files.map(({ path }) => path).filter(path => path.startsWith(`${folder}/`));
    for (const bookFolder of foldersOf(inside.map(path => path.slice(folder.length + 1)))) {
      const source = readBook(take(`${folder}/${bookFolder}/book.txt`), found);
      const book: Book & { chapterTitles: readonly string[] } = {
        id: idOf(source.title),
        title: source.name,
        author: source.author,
        published: source.published,
        languageId,
        readingLevel: source.level,
        chapterCount: source.chapters,
        chapterTitles: source.titles,
      };
      const introductions = Object.fromEntries(
        source.introductions.map(({ chapter, text }) => [chapter, text]),
      );
      books.push({ ...book, introductions });

      const numbers = new Set<number>();
      for (const file of files) {
        if (!file.path.startsWith(`${folder}/${bookFolder}/`) || file.path.endsWith('/book.txt')) continue;
        known.add(file);
        const chapter = readChapter(file, found);
        const named = Number(/\/(\d+)-[^/]*\.txt$/.exec(file.path)?.[1]);
        if (named !== chapter.number)
          found.refuse(
            chapter.at,
            `chapter ${chapter.number} must stand in a file named ${chapterName(chapter.number)}`,
          );
        if (numbers.has(chapter.number)) found.refuse(chapter.at, `chapter ${chapter.number} stands twice`);
        numbers.add(chapter.number);
        chapters.push(compileChapter(chapter, book, { lookup, idOf, used, found }));
      }
    }
    for (const entry of entries)
      if (!used.has(entry)) found.refuse(entry.at, `no word uses the fragment '${nameOf(entry)}'`);
  }
  for (const file of files)
    if (!known.has(file)) found.refuse({ file: file.path, line: 1 }, 'the file belongs to no book');

  const problems = found.problems();
  const warnings = found.warnings();
  if (problems.length > 0) return { problems, warnings };
  return { content: { languages, books, fragments, chapters }, warnings };
}

/** First folders of paths, in order, each once. */
function foldersOf(paths: readonly string[]): readonly string[] {
  return [...new Set(paths.flatMap(path => (path.includes('/') ? [path.slice(0, path.indexOf('/'))] : [])))];
}

function chapterName(number: number): string {
  return `${String(number).padStart(2, '0')}-….txt`;
}

function fragmentOf(entry: Entry, languageId: string, id: string): Fragment {
  const { kind, pos, gloss, lemma, note } = entry;
  return { id, languageId, kind, text: entry.spellings[0] ?? '', pos, gloss, lemma, note };
}

/** Entries of one spelling need tags that differ, and a meaning of their own. */
function refuseDoubles(entries: readonly Entry[], { refuse }: ReturnType<typeof findings>): void {
  const names = new Map<string, Entry>();
  for (const entry of entries)
    for (const spelling of new Set(entry.spellings)) {
      const name = nameOf({ ...entry, spellings: [spelling] });
      const before = names.get(name);
      if (before) refuse(entry.at, `'${name}' stands in line ${before.at.line} already`);
      else names.set(name, entry);
    }
  for (const group of Map.groupBy(entries, ({ kind, spellings }) => `${kind} ${spellings[0]}`).values())
    for (const entry of group) {
      if (group.length > 1 && entry.tag === undefined)
        refuse(entry.at, `'${nameOf(entry)}' is one of ${group.length} entries: give it a tag`);
      const alike = group.find(other => other.gloss === entry.gloss && other.pos === entry.pos);
      if (alike && alike !== entry)
        refuse(entry.at, `'${nameOf(entry)}' means the same as '${nameOf(alike)}' in line ${alike.at.line}`);
    }
}

import type {
  Book,
  ChapterContent,
  Fragment,
  FragmentMerge,
  LibraryContent,
} from '../../domain/catalogue/catalogue.ts';
import { checkLexicon } from '../check/lexicon.ts';
import { readBook, readLanguage } from '../format/book.ts';
import { readChapter } from '../format/chapter.ts';
import { type Entry, meaningsOf, nameOf, type Sense, type WholeWord } from '../format/entry.ts';
import { type Lexicon, readLexicon } from '../format/lexicon.ts';
import type { SourceFile, SourceLine } from '../format/lines.ts';
import { lexiconLookup } from '../format/lookup.ts';
import { type Findings, findings, type Problem } from '../format/problems.ts';
import { type IdsFile, idsPath, readIds, refuseDoubledIds } from '../ids/file.ts';
import { layoutOf } from '../layout.ts';
import { compileChapter } from './chapter.ts';
import type { Ground } from './ground.ts';
import { keyOf } from './words.ts';

export type Compiled =
  | { readonly content: LibraryContent; readonly warnings: readonly Problem[] }
  | { readonly problems: readonly Problem[]; readonly warnings: readonly Problem[] };

/**
 * Compiles and checks the sources of the whole library.
 * @returns the content, or all problems, sorted by file and line
 */
export function compileSources(files: readonly SourceFile[]): Compiled {
  const found = findings();
  const languages: LibraryContent['languages'][number][] = [];
  const books: LibraryContent['books'][number][] = [];
  const fragments: Fragment[] = [];
  const merges: FragmentMerge[] = [];
  const chapters: ChapterContent[] = [];
  const layout = layoutOf(files, found);
  const idsFiles: IdsFile[] = [];
  const idsOf = ({ path }: SourceFile): IdsFile => {
    const file = layout.file(idsPath(path)) ?? { path: idsPath(path), text: '' };
    const read = readIds(file, found);
    idsFiles.push(read);
    return read;
  };

  for (const folder of layout.languages) {
    const language = readLanguage(folder.language, found);
    const languageId = titleId(idsOf(folder.language), language.at, found);
    languages.push({ id: languageId, name: language.name, isoCode: language.isoCode });

    const lexicon = readLexicon(folder.lexicon, found);
    checkLexicon(lexicon, found);
    const lexiconIds = folder.lexicon.map(idsOf);
    merges.push(...mergesOf(lexiconIds, found));
    const ids = new Map(lexiconIds.flatMap(({ fragments: known }) => [...known]));
    const used = new Set<Sense>();
    const lookup = lexiconLookup(lexicon, found);
    const ground: Ground = {
      lexicon,
      lookup,
      wholeWords: wholeWordsOf(lexicon.words, lookup, found),
      idOf: entry => ids.get(nameOf(entry))?.id ?? '',
      used,
      earlier: new Map(),
      made: new Map(),
      given: new Map(),
      asked: [],
      found,
    };

    for (const { file, chapters: chapterFiles } of folder.books) {
      const source = readBook(file, found);
      const book: Book & { chapterTitles: readonly string[] } = {
        id: titleId(idsOf(file), source.title, found),
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
      for (const chapterFile of chapterFiles) {
        const chapter = readChapter(chapterFile, found);
        const named = Number(/\/(\d+)-[^/]*\.txt$/.exec(chapterFile.path)?.[1]);
        if (named !== chapter.number)
          found.refuse(
            chapter.at,
            `chapter ${chapter.number} must stand in a file named ${String(chapter.number).padStart(2, '0')}-….txt`,
          );
        if (numbers.has(chapter.number)) found.refuse(chapter.at, `chapter ${chapter.number} stands twice`);
        numbers.add(chapter.number);
        const edition = layout.file(
          file.path.replace('book.txt', `text/${String(chapter.number).padStart(2, '0')}.txt`),
        );
        chapters.push(compileChapter(chapter, idsOf(chapterFile), book, ground, edition));
      }
    }
    const entries = lexicon.entries.filter(({ senses }) => senses.some(sense => used.has(sense)));
    for (const entry of entries) {
      const id = ids.get(nameOf(entry))?.id;
      if (id === undefined)
        found.refuse(entry.at, `'${nameOf(entry)}' has no id yet: run 'npm run library -- ids'`);
      fragments.push(fragmentOf(entry, languageId, id ?? ''));
    }
    warnUnused({ entries, words: lexicon.words }, used, found);
  }
  refuseDoubledIds(idsFiles, found);

  const problems = found.problems();
  const warnings = found.warnings();
  if (problems.length > 0) return { problems, warnings };
  return { content: { languages, books, fragments, merges, chapters }, warnings };
}

function titleId(ids: IdsFile, at: SourceLine | undefined, { refuse }: Findings): string {
  if (ids.title === undefined && at) refuse(at, "there is no id yet: run 'npm run library -- ids'");
  return ids.title ?? '';
}

function wholeWordsOf(
  words: readonly WholeWord[],
  lookup: Ground['lookup'],
  { warn }: Findings,
): ReadonlyMap<string, readonly WholeWord[]> {
  return Map.groupBy(words, ({ written, meaning, at }) => {
    const parts = lookup(written, at) ?? [];
    const [stem, ...endings] = parts;
    const plain = stem && (stem.sense.meaning ?? meaningsOf(stem.entry.gloss)[0]);
    // Otherwise editing the entry would have no visible effect.
    if (stem && endings.length === 0 && plain === meaning && stem.entry.at.file !== at.file)
      warn(
        at,
        `this replaces all options of '${written}' from ${stem.entry.at.file}: write them there, below the entry`,
      );
    return keyOf(parts);
  });
}

/** Warns of senses and whole questions that no word uses. `entries` are those that some word uses. */
function warnUnused(
  { entries, words }: Pick<Lexicon, 'entries' | 'words'>,
  used: ReadonlySet<Sense>,
  { warn }: Findings,
): void {
  for (const entry of entries)
    for (const { at, name } of entry.senses.filter(sense => !used.has(sense)))
      if (name !== undefined) warn(at, `no word uses the sense '${name}' of '${nameOf(entry)}': drop it`);
  for (const { at, written, meaning } of words.filter(word => !used.has(word)))
    warn(at, `no word is '${written}' with the answer '${meaning}': drop the question`);
}

/** Merged fragments of the ids files, each with its current survivor. */
function mergesOf(files: readonly IdsFile[], { refuse }: Findings): readonly FragmentMerge[] {
  const living = new Set(files.flatMap(({ fragments }) => [...fragments.values()].map(({ id }) => id)));
  const into = new Map(files.flatMap(({ merged }) => [...merged]));
  return [...into].map(([fragment, { into: next, at }]) => {
    let survivor = next;
    for (let steps = 0; !living.has(survivor) && steps < into.size; steps++)
      survivor = into.get(survivor)?.into ?? survivor;
    if (!living.has(survivor))
      refuse(
        at,
        `no fragment has the id ${survivor}: write the id of the one that ${fragment} was merged into`,
      );
    return { fragment, survivor };
  });
}

function fragmentOf(entry: Entry, languageId: string, id: string): Fragment {
  const { kind, pos, gloss, lemma, note } = entry;
  return {
    ...{ id, languageId, kind, text: entry.spellings[0] ?? '', pos: kind === 'stem' ? pos : null, gloss },
    ...{ lemma, note },
  };
}

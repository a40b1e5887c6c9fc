import { cut, keywordOf, linesOf, type Place, type SourceFile, type SourceLine } from './lines.ts';
import type { Findings } from './problems.ts';

export interface SourceBook {
  readonly at: Place;
  readonly title: SourceLine | undefined;
  readonly name: string;
  readonly author: string;
  readonly published: string | null;
  readonly level: string | null;
  readonly chapters: number;
  /** Chapter titles in order. */
  readonly titles: readonly string[];
  readonly introductions: readonly {
    readonly at: SourceLine;
    readonly chapter: number;
    readonly text: string;
  }[];
}

/** Reads book.txt: one line per field; `chapter N title` and `introduction N text` once per chapter. */
export function readBook(file: SourceFile, { refuse }: Findings): SourceBook {
  const fields = new Map<string, { at: SourceLine; value: string }>();
  const titles: string[] = [];
  const introductions: { at: SourceLine; chapter: number; text: string }[] = [];
  for (const line of linesOf(file)) {
    const [keyword, value] = keywordOf(line.text);
    if (keyword === 'chapter' || keyword === 'introduction') {
      const [number, text = ''] = cut(value, ' ');
      if (text === '') refuse(line, `write '${keyword} NUMBER TEXT'`);
      if (keyword === 'introduction') introductions.push({ at: line, chapter: Number(number), text });
      else if (Number(number) === titles.length + 1) titles.push(text);
      else refuse(line, `chapter ${number} stands where chapter ${titles.length + 1} is expected`);
    } else if (!['title', 'author', 'published', 'level', 'chapters', 'source', 'rights'].includes(keyword))
      refuse(line, `'${keyword}' is not a field of a book`);
    else if (fields.has(keyword)) refuse(line, `'${keyword}' stands twice`);
    else fields.set(keyword, { at: line, value });
  }
  const at = { file: file.path, line: 1 };
  for (const required of ['title', 'author', 'chapters', 'source', 'rights'])
    if (!fields.get(required)?.value) refuse(fields.get(required)?.at ?? at, `the book has no ${required}`);
  const chapters = Number(fields.get('chapters')?.value ?? titles.length);
  if (chapters !== titles.length)
    refuse(
      fields.get('chapters')?.at ?? at,
      `the book has ${titles.length} chapter titles, not ${fields.get('chapters')?.value}`,
    );
  for (const [index, { at: line, chapter }] of introductions.entries()) {
    if (!Number.isInteger(chapter) || chapter < 1 || chapter > titles.length)
      refuse(line, `the book has no chapter ${chapter} to introduce`);
    if (introductions.findIndex(other => other.chapter === chapter) < index)
      refuse(line, `chapter ${chapter} has two introductions`);
  }
  return {
    at,
    title: fields.get('title')?.at,
    name: fields.get('title')?.value ?? '',
    author: fields.get('author')?.value ?? '',
    published: fields.get('published')?.value ?? null,
    level: fields.get('level')?.value ?? null,
    chapters,
    titles,
    introductions,
  };
}

export interface SourceLanguage {
  /** The line of its name, to which its id belongs. */
  readonly at: SourceLine | undefined;
  readonly name: string;
  readonly isoCode: string | null;
}

/** Reads language.txt: `name` and `iso`. */
export function readLanguage(file: SourceFile, { refuse }: Findings): SourceLanguage {
  let at: SourceLine | undefined;
  let name = '';
  let isoCode: string | null = null;
  for (const line of linesOf(file)) {
    const [keyword, value] = keywordOf(line.text);
    if (keyword === 'name') [at, name] = [line, value];
    else if (keyword === 'iso') isoCode = value;
    else refuse(line, `'${keyword}' is not a field of a language`);
  }
  if (name === '') refuse(at ?? { file: file.path, line: 1 }, 'the language has no name');
  return { at, name, isoCode };
}

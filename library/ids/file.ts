import { keywordOf, linesOf, type SourceFile, type SourceLine } from '../format/lines.ts';
import type { Findings } from '../format/problems.ts';
import { idPattern } from './id.ts';

/**
 * An ids file is beside a source file (01-platero.ids beside 01-platero.txt) and is written by the tool:
 *   sentence ID ID-OF-ITS-QUESTION text
 *   word ID ID-OF-ITS-QUESTION word
 *   clause ID-OF-ITS-QUESTION translation      (after the clause's last word)
 *   fragment ID name · title ID title · gone ID   (an id that is never given again)
 *   merged ID into ID · retired ID name          (what became of a fragment that the lexicon no longer has)
 *   split ID name                                (its former name: the id stays the part with its meaning)
 */
export interface SentenceIds {
  readonly at: SourceLine;
  readonly id: string;
  readonly question: string;
  readonly text: string;
  readonly words: WordIds[];
}

export interface WordIds {
  readonly id: string;
  readonly question: string;
  readonly text: string;
  /** The question of the clause that ends with this word. */
  clause: { readonly question: string; readonly translation: string } | undefined;
}

export interface IdsFile {
  readonly path: string;
  readonly sentences: readonly SentenceIds[];
  /** By name, for example '-o:I'. */
  readonly fragments: ReadonlyMap<string, { readonly id: string; readonly at: SourceLine }>;
  /** Ids of fragments that are no longer in a book, and what happened to them. */
  readonly merged: ReadonlyMap<string, { readonly into: string; readonly at: SourceLine }>;
  readonly retired: ReadonlyMap<string, { readonly name: string; readonly at: SourceLine }>;
  /** Former names of fragments that were split. */
  readonly split: ReadonlyMap<string, string>;
  /** Of a book or a language. */
  readonly title: string | undefined;
  readonly gone: readonly string[];
  /** Every id of the file, with its line. */
  readonly all: readonly { readonly id: string; readonly at: SourceLine }[];
}

export function idsPath(path: string): string {
  return path.replace(/\.txt$/, '.ids');
}

export function readIds(file: SourceFile, { refuse }: Findings): IdsFile {
  const sentences: SentenceIds[] = [];
  const fragments = new Map<string, { id: string; at: SourceLine }>();
  const merged = new Map<string, { into: string; at: SourceLine }>();
  const split = new Map<string, string>();
  const retired = new Map<string, { name: string; at: SourceLine }>();
  const gone: string[] = [];
  const all: { id: string; at: SourceLine }[] = [];
  let title: string | undefined;
  for (const at of linesOf(file)) {
    const [keyword, rest] = keywordOf(at.text);
    const [id, after] = keywordOf(rest);
    const take = (given: string) => {
      if (idPattern.test(given)) all.push({ id: given, at });
      else refuse(at, `'${given}' is not an id: undo the change by hand to this file`);
      return given;
    };
    take(id);
    if (keyword === 'sentence') {
      const [question, text] = keywordOf(after);
      sentences.push({ at, id, question: take(question), text, words: [] });
    } else if (keyword === 'word') {
      const [question, text] = keywordOf(after);
      sentences.at(-1)?.words.push({ id, question: take(question), text, clause: undefined });
    } else if (keyword === 'clause') {
      const word = sentences.at(-1)?.words.at(-1);
      if (word) word.clause = { question: id, translation: after };
    } else if (keyword === 'fragment') fragments.set(after, { id, at });
    else if (keyword === 'title') title = id;
    else if (keyword === 'gone') gone.push(id);
    else if (keyword === 'merged') merged.set(id, { into: keywordOf(after)[1], at });
    else if (keyword === 'retired') retired.set(id, { name: after, at });
    else if (keyword === 'split') {
      // The id is also in its line 'fragment'.
      all.pop();
      split.set(id, after);
    } else refuse(at, `'${keyword}' is not known in an ids file`);
  }
  return { path: file.path, sentences, fragments, merged, retired, split, title, gone, all };
}

/** The lines of a sentence in an ids file. */
export function sentenceLines({ id, question, text, words }: Omit<SentenceIds, 'at'>): readonly string[] {
  return [
    `sentence ${id} ${question} ${text}`,
    ...words.flatMap(word => [
      `word ${word.id} ${word.question} ${word.text}`,
      ...(word.clause ? [`clause ${word.clause.question} ${word.clause.translation}`] : []),
    ]),
  ];
}

/** Refuses duplicate ids in the library. */
export function refuseDoubledIds(files: readonly IdsFile[], { refuse }: Findings): void {
  const owners = new Map<string, SourceLine>();
  for (const { all } of files)
    for (const { id, at } of all) {
      const owner = owners.get(id);
      if (owner)
        refuse(
          at,
          `the id ${id} stands in ${owner.file}:${owner.line} already: restore the file and run 'npm run library -- ids'`,
        );
      else owners.set(id, at);
    }
}

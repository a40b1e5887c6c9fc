import type { Fragment } from '../../domain/catalogue/catalogue.ts';
import type { Findings } from '../check/problems.ts';
import { columns, linesOf, type Place, type SourceFile, type SourceLine } from './lines.ts';

/** An entry of fragments.txt, with the spellings it may have in a text. */
export interface Entry {
  readonly at: SourceLine;
  readonly kind: Fragment['kind'];
  /** The first is the fragment's text; the others shift an accent or write a dialect. */
  readonly spellings: readonly string[];
  /** Tells entries of one spelling apart, for example 'who' in que:who. */
  readonly tag: string | undefined;
  readonly pos: string | null;
  readonly gloss: string;
  readonly lemma: string | null;
  readonly note: string | null;
}

/** Parts of speech that are never asked (spec 4); the roman numerals are I to IV. */
export const neverAsked = ['proper noun', 'roman numeral', 'latin'] as const;

const partsOfSpeech: readonly string[] = [
  'noun',
  'verb',
  'adjective',
  'adverb',
  'article',
  'pronoun',
  'preposition',
  'conjunction',
  'interjection',
  'numeral',
  ...neverAsked,
];

/**
 * Reads fragments.txt.
 * A stem: `spelling/other:tag | part of speech | gloss | lemma | note`; lemma and note may be left off.
 * An ending: `-spelling/other:tag | gloss | note`.
 */
export function readDictionary(file: SourceFile, { refuse }: Findings): readonly Entry[] {
  return linesOf(file).map(line => {
    const [head = '', ...rest] = columns(line.text);
    const kind = head.startsWith('-') ? 'ending' : 'stem';
    const [spelling = '', tag, ...more] = (kind === 'ending' ? head.slice(1) : head).split(':');
    const [pos, gloss, lemma, note, ...extra] =
      kind === 'ending' ? [null, rest[0], null, rest[1], ...rest.slice(2)] : rest;
    const spellings = spelling.split('/').map(text => text.trim());
    if (spellings.includes('') || more.length > 0 || tag === '')
      refuse(line, `'${head}' is not a spelling: write spelling, spelling/other or spelling:tag`);
    if (typeof pos === 'string' && !partsOfSpeech.includes(pos))
      refuse(line, `'${pos}' is not a part of speech; known are ${partsOfSpeech.join(', ')}`);
    if (pos === undefined) refuse(line, `the stem '${head}' has no part of speech`);
    if (!gloss) refuse(line, `'${head}' has no gloss`);
    if (extra.length > 0) refuse(line, `there are too many columns behind '${head}'`);
    return {
      at: line,
      kind,
      spellings,
      tag,
      pos: pos ?? null,
      gloss: gloss ?? '',
      lemma: lemma || null,
      note: note || null,
    };
  });
}

/** Finds a part of a word in the dictionary. */
export type Lookup = (part: string, kind: Entry['kind'], at: Place) => Entry | undefined;

/** How an editor writes an entry: `-o:I`, `que:who`, `llam`. */
export function nameOf({ kind, spellings, tag }: Entry): string {
  return `${kind === 'ending' ? '-' : ''}${spellings[0] ?? ''}${tag === undefined ? '' : `:${tag}`}`;
}

/** Finds parts as words write them (`que:who`), with capitals as they stand; refuses what is unknown or unclear. */
export function dictionaryLookup(entries: readonly Entry[], { refuse }: Findings): Lookup {
  const bySpelling = Map.groupBy(
    entries.flatMap(entry => entry.spellings.map(spelling => ({ spelling, entry }))),
    ({ spelling, entry }) => `${entry.kind} ${spelling}`,
  );
  return (part, kind, at) => {
    const [spelling = '', tag] = part.split(':');
    const written = kind === 'ending' ? `-${part}` : part;
    const found = (
      bySpelling.get(`${kind} ${spelling}`) ??
      bySpelling.get(`${kind} ${spelling.toLocaleLowerCase('es')}`) ??
      []
    ).map(({ entry }) => entry);
    const fitting = found.filter(entry => tag === undefined || entry.tag === tag);
    if (fitting.length === 1) return fitting[0];
    if (found.length === 0) refuse(at, `the ${kind} '${written}' is not in fragments.txt`);
    else if (fitting.length === 0)
      refuse(at, `no ${kind} is '${written}'; fragments.txt has ${found.map(nameOf).join(', ')}`);
    else refuse(at, `'${written}' may be ${fitting.map(nameOf).join(' or ')}: write which`);
    return undefined;
  };
}

import type { Fragment } from '../../domain/catalogue/catalogue.ts';
import type { SourceOption } from './chapter.ts';
import { columns, type SourceLine } from './lines.ts';
import type { Findings } from './problems.ts';

/** `~ araña = spider | More of it.`: another word of the same field, inflected like the asked word. */
export interface Rival {
  readonly at: SourceLine;
  /** Dictionary form (araña, lento, llevar), or an ending (-o:I). */
  readonly spanish: string;
  readonly english: string;
  /** Follows "That would be …"; with {} in it, it is the whole explanation, and {} is the Spanish form. */
  readonly more: string;
}

/** What is asked about an entry in one of its senses. */
export interface Sense {
  readonly at: SourceLine;
  /** By default the entry's. */
  readonly name: string | undefined;
  /** The answer, if it differs from the first meaning of the gloss. */
  readonly meaning: string | undefined;
  why: SourceOption | undefined;
  readonly wrong: SourceOption[];
  readonly rivals: Rival[];
}

/** An entry of the lexicon, with the spellings it may have in a text. */
export interface Entry {
  readonly at: SourceLine;
  readonly kind: Fragment['kind'];
  /** The first is the fragment's text; the others shift an accent or write a dialect. */
  readonly spellings: readonly string[];
  /** Distinguishes entries with the same spelling, for example 'who' in que:who. */
  readonly tag: string | undefined;
  readonly pos: string;
  readonly gloss: string;
  readonly lemma: string | null;
  readonly note: string | null;
  /** Modern form of an old stem. */
  modern: string | null;
  /** Conjugations an ending belongs to; empty for all. */
  conjugations: readonly string[];
  /** How an ending changes the English: 'little {}'. */
  english: string | null;
  readonly senses: Sense[];
}

/** `word de-l = of the`: a whole question for a word of several fragments. */
export interface WholeWord extends Sense {
  readonly written: string;
  readonly meaning: string;
}

/** Parts of speech that are never asked (spec 4); the roman numerals are I to IV. */
export const neverAsked = ['proper noun', 'roman numeral', 'latin'] as const;

/** The tag of -ad and -id as in llam-ad-o; -ad:do is an imperative, without gender. */
export const participle = 'done';

const partsOfSpeech = [
  ...['noun', 'verb', 'adjective', 'adverb', 'article', 'pronoun', 'preposition', 'conjunction'],
  ...['interjection', 'numeral', ...neverAsked],
];

/** number and gender follow nouns and adjectives; verb: tense and person; tied: pronouns; derived: new words. */
export const roles = ['number', 'gender', 'verb', 'tied', 'derived'] as const;

/** A part of a word with its entry. `spelling` is that of the text. */
export interface Part {
  readonly spelling: string;
  readonly entry: Entry;
  readonly sense: Sense;
}

/** An entry in the source's notation: `-o:I`, `que:who`, `llam`. */
export function nameOf({ kind, spellings, tag }: Pick<Entry, 'kind' | 'spellings' | 'tag'>): string {
  return `${kind === 'ending' ? '-' : ''}${spellings[0] ?? ''}${tag === undefined ? '' : `:${tag}`}`;
}

/** The meanings a gloss names: 'as (after igual), than' → as, than. */
export function meaningsOf(gloss: string): readonly string[] {
  return gloss
    .replace(/\([^)]*\)/g, '')
    .split(/[,;]/)
    .map(meaning => meaning.trim())
    .filter(meaning => meaning !== '');
}

/** A sense without lines. */
export function emptySense(at: SourceLine, name?: string, meaning?: string): Sense {
  return { at, name, meaning, why: undefined, wrong: [], rivals: [] };
}

/** A stem without lines below it. */
export function stem(at: SourceLine, spelling: string, pos: string, gloss: string): Entry {
  return {
    ...{ at, kind: 'stem', spellings: [spelling], tag: undefined, pos, gloss, lemma: null, note: null },
    ...{ modern: null, conjugations: [], english: null, senses: [emptySense(at)] },
  };
}

/**
 * A stem: `spelling/other:tag | part of speech | gloss | lemma | note`; lemma and note may be left off.
 * An ending: `-spelling/other:tag | role | gloss | note`.
 */
export function readEntry(line: SourceLine, { refuse }: Findings): Entry {
  const [head = '', pos = '', gloss = '', ...rest] = columns(line.text);
  const kind = head.startsWith('-') ? 'ending' : 'stem';
  const [spelling = '', tag, ...more] = (kind === 'ending' ? head.slice(1) : head).split(':');
  const [lemma, note, ...extra] = kind === 'ending' ? [undefined, ...rest] : rest;
  const spellings = spelling.split('/').map(text => text.trim());
  if (spellings.includes('') || more.length > 0 || tag === '' || /\s/.test(head))
    refuse(line, `'${head}' is not a spelling: write spelling, spelling/other or spelling:tag`);
  const known: readonly string[] = kind === 'ending' ? roles : partsOfSpeech;
  if (!known.includes(pos))
    refuse(
      line,
      `'${pos}' is not a ${kind === 'ending' ? 'role' : 'part of speech'}; known are ${known.join(', ')}`,
    );
  if (gloss === '') refuse(line, `'${head}' has no gloss: write its meaning in the third column`);
  if (extra.length > 0) refuse(line, `there are too many columns after '${head}'`);
  if (pos === 'verb' && kind === 'stem' && !lemma)
    refuse(line, `the verb '${head}' has no infinitive: write it in the fourth column`);
  return {
    ...{ at: line, kind, spellings, tag, pos, gloss, lemma: lemma || null, note: note || null },
    ...{ modern: null, conjugations: [], english: null, senses: [emptySense(line)] },
  };
}

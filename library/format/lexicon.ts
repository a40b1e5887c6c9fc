import type { Fragment } from '../../domain/catalogue/catalogue.ts';
import type { SourceOption } from './chapter.ts';
import { columns, cut, keywordOf, linesOf, type SourceFile, type SourceLine } from './lines.ts';
import type { Findings } from './problems.ts';
import {
  type Cell,
  type IrregularVerb,
  indexedCells,
  readCell,
  readSwap,
  readVerb,
  type Swap,
} from './verbs.ts';

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

export interface Lexicon {
  readonly entries: readonly Entry[];
  readonly byName: ReadonlyMap<string, Entry>;
  readonly words: readonly WholeWord[];
  readonly cells: readonly Cell[];
  readonly cellsByEndings: ReadonlyMap<string, Cell>;
  readonly verbs: ReadonlyMap<string, IrregularVerb>;
  readonly swaps: readonly Swap[];
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

const listed: Readonly<Record<string, string>> = {
  names: 'proper noun',
  latin: 'latin',
  roman: 'roman numeral',
};

/** Reads the lexicon's files as one; docs/authoring.md describes the format. */
export function readLexicon(files: readonly SourceFile[], found: Findings): Lexicon {
  const entries = new Map<string, Entry>();
  const words: WholeWord[] = [];
  const cells: Cell[] = [];
  const verbs = new Map<string, IrregularVerb>();
  const swaps: Swap[] = [];
  const additions: { readonly at: SourceLine; readonly name: string; readonly senses: Sense[] }[] = [];

  const put = (entry: Entry): Entry => {
    const name = nameOf(entry);
    const before = entries.get(name);
    if (!before) {
      entries.set(name, entry);
      return entry;
    }
    for (const field of ['spellings', 'pos', 'gloss', 'lemma', 'note'] as const)
      if (String(before[field] ?? '') !== String(entry[field] ?? ''))
        found.refuse(
          entry.at,
          `'${name}' stands in ${before.at.file}:${before.at.line} with another ${field}, '${before[field] ?? ''}': agree on one, or give one of them a tag`,
        );
    return before;
  };

  for (const file of files) {
    let entry: Pick<Entry, 'modern' | 'conjugations' | 'english'> | undefined;
    let senses: Sense[] | undefined;
    let sense: Sense | undefined;
    for (const line of linesOf(file)) {
      const [keyword, value] = keywordOf(line.text);
      if (keyword === '+' || keyword === '-' || keyword === '~') {
        if (!sense) found.refuse(line, `'${keyword}' belongs below an entry, a sense or a word`);
        else readBelow(sense, keyword, value, line, found);
      } else if (keyword === 'sense') {
        const [name, meaning] = cut(value, '=');
        if (!/^[\p{L}\p{N}]+$/u.test(name))
          found.refuse(line, "a sense has a name of one word: write 'sense made = of'");
        if (!senses) found.refuse(line, "'sense' belongs below an entry");
        sense = senses?.find(other => other.name === name);
        if (sense && meaning && sense.meaning !== meaning)
          found.refuse(
            line,
            `the sense '${name}' means '${sense.meaning}' in ${sense.at.file}:${sense.at.line}: agree on one`,
          );
        if (!sense) {
          sense = { at: line, name, meaning: meaning || undefined, why: undefined, wrong: [], rivals: [] };
          senses?.push(sense);
        }
      } else if (keyword === 'modern' || keyword === 'english' || keyword === 'for') {
        if (!entry) found.refuse(line, `'${keyword}' belongs below an entry`);
        else if (keyword === 'for') entry.conjugations = value.split(' ');
        else entry[keyword] = value;
      } else if (keyword === 'cell') {
        const cell = readCell(value, line, found);
        if (cells.some(({ name }) => name === cell.name))
          found.refuse(line, `the cell '${cell.name}' stands twice`);
        cells.push(cell);
      } else if (keyword === 'swap' && !line.text.startsWith('swap |')) {
        const swap = readSwap(value, line, cells, found);
        if (swap) swaps.push(swap);
      } else if (keyword === 'verb' && !line.text.startsWith('verb |')) {
        const verb = readVerb(value, line, found);
        verbs.set(verb.infinitive, {
          ...verb,
          forms: new Map([...(verbs.get(verb.infinitive)?.forms ?? []), ...verb.forms]),
        });
      } else if (keyword === 'known' && !line.text.includes('|')) {
        // Words that no dictionary has; they are read where spelling is checked.
        [entry, senses, sense] = [undefined, undefined, undefined];
      } else if (listed[keyword] !== undefined && !line.text.includes('|')) {
        for (const name of value.split(/\s+/)) put(stem(line, name, listed[keyword], name));
        [entry, senses, sense] = [undefined, undefined, undefined];
      } else if (keyword === 'word') {
        const [written, meaning = ''] = cut(value, ' = ');
        if (meaning === '') found.refuse(line, "the word has no answer: write 'word de-l = of the'");
        const word = { at: line, name: undefined, meaning, written, why: undefined, wrong: [], rivals: [] };
        words.push(word);
        [entry, senses, sense] = [undefined, undefined, word];
      } else if (!line.text.includes('|')) {
        senses = [ownSense(line)];
        sense = senses[0];
        entry = undefined;
        additions.push({ at: line, name: line.text, senses });
        if (/\s/.test(line.text))
          found.refuse(
            line,
            `'${keyword}' is not a keyword, and an entry needs columns: write 'casa | noun | house'`,
          );
      } else {
        const read = put(readEntry(line, found));
        entry = read;
        senses = read.senses;
        sense = read.senses[0];
      }
    }
  }
  for (const { at, name, senses } of additions) {
    const entry = entries.get(name);
    if (!entry) found.refuse(at, `no file defines '${name}': give it its columns, 'casa | noun | house'`);
    else merge(entry.senses, senses);
  }
  refuseDoubles([...entries.values()], found);
  return {
    entries: [...entries.values()],
    byName: entries,
    words,
    cells,
    cellsByEndings: indexedCells(cells),
    verbs,
    swaps,
  };
}

/** An entry in the source's notation: `-o:I`, `que:who`, `llam`. */
export function nameOf({ kind, spellings, tag }: Pick<Entry, 'kind' | 'spellings' | 'tag'>): string {
  return `${kind === 'ending' ? '-' : ''}${spellings[0] ?? ''}${tag === undefined ? '' : `:${tag}`}`;
}

function ownSense(at: SourceLine): Sense {
  return { at, name: undefined, meaning: undefined, why: undefined, wrong: [], rivals: [] };
}

function stem(at: SourceLine, spelling: string, pos: string, gloss: string): Entry {
  return {
    ...{ at, kind: 'stem', spellings: [spelling], tag: undefined, pos, gloss, lemma: null, note: null },
    ...{ modern: null, conjugations: [], english: null, senses: [ownSense(at)] },
  };
}

/**
 * A stem: `spelling/other:tag | part of speech | gloss | lemma | note`; lemma and note may be left off.
 * An ending: `-spelling/other:tag | role | gloss | note`.
 */
function readEntry(line: SourceLine, { refuse }: Findings): Entry {
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
    ...{ modern: null, conjugations: [], english: null, senses: [ownSense(line)] },
  };
}

function readBelow(
  sense: Sense,
  keyword: '+' | '-' | '~',
  value: string,
  at: SourceLine,
  { refuse }: Findings,
): void {
  if (keyword === '+') {
    if (!sense.why) sense.why = { at, text: '', explanation: value };
    else if (sense.why.explanation !== value)
      refuse(
        at,
        `'+' stands in ${sense.why.at.file}:${sense.why.at.line} already: drop one, or begin a sense`,
      );
    return;
  }
  const [option, more = ''] = cut(value, '|');
  if (keyword === '-') {
    if (!sense.wrong.some(({ text }) => text === option))
      sense.wrong.push({ at, text: option, explanation: more });
    return;
  }
  const [spanish, english = ''] = cut(option, '=');
  if (english === '' && !spanish.startsWith('-'))
    refuse(at, "a rival has a Spanish word and its meaning: write '~ araña = spider'");
  if (!sense.rivals.some(rival => rival.spanish === spanish && rival.english === english))
    sense.rivals.push({ at, spanish, english, more });
}

function merge(into: Sense[], from: readonly Sense[]): void {
  for (const sense of from) {
    const before = into.find(({ name }) => name === sense.name);
    if (!before) into.push(sense);
    else {
      before.why ??= sense.why;
      before.wrong.push(...sense.wrong);
      before.rivals.push(...sense.rivals);
    }
  }
}

/** Entries with the same spelling need different tags and meanings. */
function refuseDoubles(entries: readonly Entry[], { refuse }: Findings): void {
  const bySpelling = Map.groupBy(
    entries.flatMap(entry => [...new Set(entry.spellings)].map(spelling => ({ spelling, entry }))),
    ({ spelling, entry }) => `${entry.kind} ${spelling}`,
  );
  for (const group of bySpelling.values()) {
    if (group.length === 1) continue;
    for (const [index, { entry }] of group.entries()) {
      if (entry.tag === undefined)
        refuse(
          entry.at,
          `'${nameOf(entry)}' is one of ${group.length} entries of one spelling: give it a tag, '${nameOf(entry)}:tag'`,
        );
      const alike = group.findIndex(
        other =>
          other.entry.gloss === entry.gloss &&
          other.entry.pos === entry.pos &&
          other.entry.lemma === entry.lemma,
      );
      const other = group[alike]?.entry;
      if (other && alike < index)
        refuse(
          entry.at,
          `'${nameOf(entry)}' means the same as '${nameOf(other)}' in ${other.at.file}:${other.at.line}: keep one`,
        );
    }
  }
}

/** The meanings a gloss names: 'as (after igual), than' → as, than. */
export function meaningsOf(gloss: string): readonly string[] {
  return gloss
    .replace(/\([^)]*\)/g, '')
    .split(/[,;]/)
    .map(meaning => meaning.trim())
    .filter(meaning => meaning !== '');
}

/** A part of a word with its entry. `spelling` is that of the text. */
export interface Part {
  readonly spelling: string;
  readonly entry: Entry;
  readonly sense: Sense;
}

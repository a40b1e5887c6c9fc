import { type Entry, emptySense, nameOf, readEntry, type Sense, stem, type WholeWord } from './entry.ts';
import { cut, keywordOf, linesOf, type SourceFile, type SourceLine } from './lines.ts';
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

export interface Lexicon {
  readonly entries: readonly Entry[];
  readonly byName: ReadonlyMap<string, Entry>;
  readonly words: readonly WholeWord[];
  readonly cells: readonly Cell[];
  readonly cellsByEndings: ReadonlyMap<string, Cell>;
  readonly verbs: ReadonlyMap<string, IrregularVerb>;
  readonly swaps: readonly Swap[];
}

/** What the following lines belong to: an entry, or lines that add to one of another file, or a whole question. */
interface Open {
  readonly entry: Entry | undefined;
  /** Senses of the entry; undefined below a whole question, which has none. */
  readonly senses: Sense[] | undefined;
  readonly sense: Sense | undefined;
}

const nothing: Open = { entry: undefined, senses: undefined, sense: undefined };

/** Reads the lexicon's files as one; docs/authoring.md describes the format. */
export function readLexicon(files: readonly SourceFile[], found: Findings): Lexicon {
  const { refuse } = found;
  const entries = new Map<string, Entry>();
  const words: WholeWord[] = [];
  const cells: Cell[] = [];
  const verbs = new Map<string, IrregularVerb>();
  const swaps: Swap[] = [];
  const additions: { readonly at: SourceLine; readonly name: string; readonly senses: Sense[] }[] = [];

  /** The entry itself, or the one of the same name that stands before it. */
  const put = (entry: Entry): Entry => {
    const before = entries.get(nameOf(entry));
    if (before) refuseDifference(before, entry, found);
    else entries.set(nameOf(entry), entry);
    return before ?? entry;
  };
  const listed = (pos: string) => (value: string, at: SourceLine) => {
    for (const name of value.split(/\s+/)) put(stem(at, name, pos, name));
    return nothing;
  };
  const addition = (at: SourceLine): Open => {
    const senses = [emptySense(at)];
    additions.push({ at, name: at.text, senses });
    if (/\s/.test(at.text))
      refuse(
        at,
        `'${keywordOf(at.text)[0]}' is not a keyword, and an entry needs columns: write 'casa | noun | house'`,
      );
    return { entry: undefined, senses, sense: senses[0] };
  };

  const ofEntry =
    (keyword: string, set: (entry: Entry, value: string) => void) =>
    (value: string, at: SourceLine, open: Open): Open => {
      if (open.entry) set(open.entry, value);
      else refuse(at, `'${keyword}' belongs below an entry`);
      return open;
    };

  /** What a keyword does with the rest of its line; the result is what the following lines belong to. */
  const statements: Readonly<Record<string, (value: string, at: SourceLine, open: Open) => Open>> = {
    sense: (value, at, open) => ({ ...open, sense: readSense(value, at, open.senses, found) }),
    modern: ofEntry('modern', (entry, value) => {
      entry.modern = value;
    }),
    english: ofEntry('english', (entry, value) => {
      entry.english = value;
    }),
    for: ofEntry('for', (entry, value) => {
      entry.conjugations = value.split(' ');
    }),
    cell: (value, at, open) => {
      const cell = readCell(value, at, found);
      if (cells.some(({ name }) => name === cell.name)) refuse(at, `the cell '${cell.name}' stands twice`);
      cells.push(cell);
      return open;
    },
    swap: (value, at, open) => {
      const swap = readSwap(value, at, cells, found);
      if (swap) swaps.push(swap);
      return open;
    },
    verb: (value, at, open) => {
      const { infinitive, forms } = readVerb(value, at, found);
      verbs.set(infinitive, {
        infinitive,
        forms: new Map([...(verbs.get(infinitive)?.forms ?? []), ...forms]),
      });
      return open;
    },
    word: (value, at) => {
      const [written, meaning = ''] = cut(value, ' = ');
      if (meaning === '') refuse(at, "the word has no answer: write 'word de-l = of the'");
      const word = { ...emptySense(at), meaning, written };
      words.push(word);
      return { entry: undefined, senses: undefined, sense: word };
    },
    // Words that no dictionary has; they are read where spelling is checked.
    known: () => nothing,
    names: listed('proper noun'),
    latin: listed('latin'),
    roman: listed('roman numeral'),
  };

  for (const file of files) {
    let open = nothing;
    for (const line of linesOf(file)) {
      const [keyword, value] = keywordOf(line.text);
      // A word such as 'verb' may be an entry itself: 'verb | noun | …'.
      const statement =
        !value.startsWith('|') && Object.hasOwn(statements, keyword) ? statements[keyword] : undefined;
      if (keyword === '+' || keyword === '-' || keyword === '~') {
        if (open.sense) readBelow(open.sense, keyword, value, line, found);
        else refuse(line, `'${keyword}' belongs below an entry, a sense or a word`);
      } else if (statement) open = statement(value, line, open);
      else if (line.text.includes('|')) {
        const entry = put(readEntry(line, found));
        open = { entry, senses: entry.senses, sense: entry.senses[0] };
      } else open = addition(line);
    }
  }
  for (const { at, name, senses } of additions) {
    const entry = entries.get(name);
    if (entry) merge(entry.senses, senses);
    else refuse(at, `no file defines '${name}': give it its columns, 'casa | noun | house'`);
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

/** An entry may stand in two files, but with the same columns. */
function refuseDifference(before: Entry, entry: Entry, { refuse }: Findings): void {
  for (const field of ['spellings', 'pos', 'gloss', 'lemma', 'note'] as const)
    if (String(before[field] ?? '') !== String(entry[field] ?? ''))
      refuse(
        entry.at,
        `'${nameOf(entry)}' stands in ${before.at.file}:${before.at.line} with another ${field}, '${before[field] ?? ''}': agree on one, or give one of them a tag`,
      );
}

/** `sense made = of`: the sense of that name among those of the entry, or a new one. */
function readSense(
  value: string,
  at: SourceLine,
  senses: Sense[] | undefined,
  { refuse }: Findings,
): Sense | undefined {
  const [name, meaning] = cut(value, '=');
  if (!/^[\p{L}\p{N}]+$/u.test(name)) refuse(at, "a sense has a name of one word: write 'sense made = of'");
  if (!senses) {
    refuse(at, "'sense' belongs below an entry");
    return undefined;
  }
  const before = senses.find(other => other.name === name);
  if (before && meaning && before.meaning !== meaning)
    refuse(
      at,
      `the sense '${name}' means '${before.meaning}' in ${before.at.file}:${before.at.line}: agree on one`,
    );
  if (before) return before;
  const sense = emptySense(at, name, meaning || undefined);
  senses.push(sense);
  return sense;
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

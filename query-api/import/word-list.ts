import { cellText } from '../../domain/vocabulary/word-list.ts';
import type { ReplyOf } from '../../facade/endpoint.ts';
import type { matchWordList } from '../../facade/import.ts';
import type { Lexicon, LexiconEntry } from './lexicon.ts';

/** Usual names of columns in word lists. */
const NAMES =
  /^(?:spanish|español|english|inglés|words?|palabras?|lemma|term|front|back|meaning|translation|significado|traducción|id|guid|tags?|notes?|level|frequency|rank)$/i;

interface Column {
  readonly name: string;
  /** Words of the list, each with its entries in the library. */
  readonly words: ReadonlyMap<string, readonly LexiconEntry[]>;
  readonly found: number;
}

/** Which words of a table the library has, and which of those the learner has not met. */
export function matched(
  rows: readonly (readonly string[])[],
  lexicon: Lexicon,
  { column, met }: { readonly column: number | undefined; readonly met: ReadonlySet<string> },
): ReplyOf<typeof matchWordList> | undefined {
  const [first = []] = rows;
  const hasNames = first.some(cell => NAMES.test(cell.trim()));
  const words = hasNames ? rows.slice(1) : rows;
  const width = Math.min(
    100,
    rows.reduce((most, { length }) => Math.max(most, length), 0),
  );
  const columns = Array.from({ length: width }, (_, index) => {
    const cells = words.map(cells => cellText(cells[index] ?? '')).filter(cell => cell !== '');
    const name = hasNames ? (first[index] ?? '').trim() : (cells[0] ?? '');
    return columnOf(name === '' ? `Column ${index + 1}` : name, cells, lexicon);
  });
  const best = columns.reduce(
    (best, { found }, index) => (found > (columns[best]?.found ?? 0) ? index : best),
    0,
  );
  const chosen = columns[column ?? best];
  if (!chosen) return undefined;
  const entries = new Map([...chosen.words.values()].flat().map(entry => [entry.word, entry]));
  const inOrder = [...entries.values()].sort((a, b) => a.word.localeCompare(b.word, 'es'));
  const open = inOrder.map(({ fragments, ...entry }) => ({
    ...entry,
    fragments: fragments.filter(fragment => !met.has(fragment)),
  }));
  return {
    columns: columns.map(({ name, found }) => ({ name: name.slice(0, 60), found })),
    column: column ?? best,
    words: chosen.words.size,
    credit: open.flatMap(({ word, gloss, fragments }): [string, string, string[]][] =>
      fragments.length > 0 ? [[word, gloss, fragments]] : [],
    ),
    met: open.flatMap(({ word, fragments }) => (fragments.length === 0 ? word : [])),
    missing: [...chosen.words].flatMap(([word, found]) => (found.length === 0 ? word.slice(0, 60) : [])),
  };
}

function columnOf(name: string, cells: readonly string[], lexicon: Lexicon): Column {
  const words = new Map([...new Set(cells)].map(cell => [cell, lexicon.find(cell)]));
  let found = 0;
  for (const entries of words.values()) if (entries.length > 0) found++;
  return { name, words, found };
}

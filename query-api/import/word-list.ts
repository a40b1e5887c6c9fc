import { setImmediate as nextTurn } from 'node:timers/promises';
import { cellText } from '../../domain/vocabulary/word-list.ts';
import type { ReplyOf } from '../../facade/endpoint.ts';
import type { matchWordList } from '../../facade/import.ts';
import type { Lexicon, LexiconEntry } from './lexicon.ts';

/** Usual names of columns in word lists. */
const NAMES =
  /^(?:spanish|español|english|inglés|words?|palabras?|lemma|term|front|back|meaning|translation|significado|traducción|id|guid|tags?|notes?|level|frequency|rank)$/i;

/** Rows, evenly spread over a list, from which the column of the words is chosen. */
const SAMPLE = 200;
/** Cells looked up before other requests get their turn. */
const CHUNK = 200;

interface Column {
  /** The first cell that is not empty. */
  readonly example: string;
  /** Words of the rows, each with its entries in the library. */
  readonly words: ReadonlyMap<string, readonly LexiconEntry[]>;
  readonly found: number;
}

/**
 * Which words of a table the library has, and which of those the learner has not met. Of a long list only the chosen
 * column is looked up whole.
 */
export async function matched(
  rows: readonly (readonly string[])[],
  lexicon: Lexicon,
  { column, met }: { readonly column: number | undefined; readonly met: ReadonlySet<string> },
): Promise<ReplyOf<typeof matchWordList> | undefined> {
  const [first = []] = rows;
  const hasNames = first.some(cell => NAMES.test(cell.trim()));
  const words = hasNames ? rows.slice(1) : rows;
  const width = Math.min(
    100,
    rows.reduce((most, { length }) => Math.max(most, length), 0),
  );
  const every = Math.max(1, Math.ceil(words.length / SAMPLE));
  const sample = words.filter((_, row) => row % every === 0);
  const sampled: Column[] = [];
  for (let index = 0; index < width; index++) sampled.push(await columnOf(sample, index, lexicon));
  const best = sampled.reduce(
    (best, { found }, index) => (found > (sampled[best]?.found ?? 0) ? index : best),
    0,
  );
  const wanted = column ?? best;
  if (wanted >= width) return undefined;
  const chosen = await columnOf(words, wanted, lexicon);
  const entries = new Map([...chosen.words.values()].flat().map(entry => [entry.word, entry]));
  const inOrder = [...entries.values()].sort((a, b) => a.word.localeCompare(b.word, 'es'));
  const open = inOrder.map(({ fragments, ...entry }) => ({
    ...entry,
    fragments: fragments.filter(fragment => !met.has(fragment)),
  }));
  return {
    columns: sampled.map(({ example, found }, index) => {
      const name = hasNames ? (first[index] ?? '').trim() : example;
      return {
        name: name === '' ? `Column ${index + 1}` : name.slice(0, 60),
        found: index === wanted ? chosen.found : every === 1 ? found : null,
      };
    }),
    column: wanted,
    words: chosen.words.size,
    credit: open.flatMap(({ word, gloss, fragments }): [string, string, string[]][] =>
      fragments.length > 0 ? [[word, gloss, fragments]] : [],
    ),
    met: open.flatMap(({ word, fragments }) => (fragments.length === 0 ? word : [])),
    missing: [...chosen.words].flatMap(([word, found]) => (found.length === 0 ? word.slice(0, 60) : [])),
  };
}

async function columnOf(
  rows: readonly (readonly string[])[],
  index: number,
  lexicon: Lexicon,
): Promise<Column> {
  const words = new Map<string, readonly LexiconEntry[]>();
  let found = 0;
  for (const [row, cells] of rows.entries()) {
    if (row % CHUNK === 0) await nextTurn();
    const cell = cellText(cells[index] ?? '');
    if (cell === '' || words.has(cell)) continue;
    const entries = lexicon.find(cell);
    words.set(cell, entries);
    if (entries.length > 0) found++;
  }
  const [example = ''] = words.keys();
  return { example, words, found };
}

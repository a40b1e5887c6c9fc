import papaparse from 'papaparse';
import { stateOf } from '../../domain/vocabulary/levels.ts';
import type { VocabularyRow } from './vocabulary-pages.ts';

const columns: readonly (readonly [name: string, value: (row: VocabularyRow) => string | number])[] = [
  ['id', ({ id }) => id],
  ['language', ({ language }) => language],
  ['word', ({ text, lemma }) => lemma ?? text],
  ['fragment', ({ text }) => text],
  ['kind', ({ kind }) => kind],
  ['meaning', ({ gloss }) => gloss],
  ['level', ({ level }) => level],
  ['state', ({ level }) => stateOf(level)],
  ['credited', ({ credited }) => (credited ? 'yes' : 'no')],
  ['asked', ({ asked }) => asked],
  ['missed', ({ missed }) => missed],
  ['last met', ({ lastMet }) => dayOf(lastMet)],
  ['due', ({ due }) => dayOf(due)],
  ['book', ({ sentence }) => sentence?.book ?? ''],
  ['chapter', ({ sentence }) => sentence?.chapter ?? ''],
  ['sentence', ({ sentence }) => sentence?.text ?? ''],
  ['translation', ({ sentence }) => sentence?.translation ?? ''],
  ['note', ({ note }) => note],
];

/** A table for spreadsheets: the byte order mark marks it as UTF-8, and no cell can be a formula. */
export async function* vocabularyCsv(pages: AsyncIterable<readonly VocabularyRow[]>): AsyncGenerator<string> {
  yield `\uFEFF${written([columns.map(([name]) => name)])}`;
  for await (const page of pages) yield written(page.map(row => columns.map(([, value]) => value(row))));
}

/** Also quotes cells of several lines, which the library's rule misses. */
const FORMULA = /^[=+\-@\t\r]/;

function written(rows: readonly (readonly (string | number)[])[]): string {
  const text = papaparse.unparse(
    rows.map(cells => [...cells]),
    { escapeFormulae: FORMULA, newline: '\r\n' },
  );
  return `${text}\r\n`;
}

const dayOf = (date: Date | null) => date?.toISOString().slice(0, 10) ?? '';

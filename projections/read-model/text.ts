import type { Value } from './rules.ts';

/**
 * Columns of rows in Postgres' text formats. Its driver's own encoding is a third of a batch's time, and a value is
 * often that of the row before: the learner whose sentence it was, the instant.
 */

/** Values in memory, column by column. */
export type Cells = readonly (readonly Value[])[];

/** An array as a parameter has it: `{"a","b"}`. @param rows numbers of the rows to take */
export function arrayText(cells: readonly Value[], rows: readonly number[]): string {
  const written = remembering(element);
  let text = '';
  for (const row of rows) text += `${text && ','}${written(cells[row] ?? null)}`;
  return `{${text}}`;
}

function element(value: Value): string {
  if (typeof value !== 'string') return String(value);
  return /["\\]/.test(value) ? `"${value.replace(/["\\]/g, '\\$&')}"` : `"${value}"`;
}

/** Characters of a piece: one write per row would cost more than the copy. */
const PIECE = 65_536;

/** Rows as `COPY` reads them, in pieces of some kilobytes. */
export function* copyText(cells: Cells, rows: number): Generator<string> {
  const columns = cells.map((values, index) => ({
    values,
    written: remembering(field),
    end: index === cells.length - 1 ? '\n' : '\t',
  }));
  let piece = '';
  for (let row = 0; row < rows; row++) {
    for (const { values, written, end } of columns) piece += written(values[row] ?? null) + end;
    if (piece.length < PIECE) continue;
    yield piece;
    piece = '';
  }
  if (piece) yield piece;
}

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

function field(value: Value): string {
  if (value === null) return '\\N';
  if (typeof value !== 'string') return String(value);
  return /[\\\t\n\r]/.test(value) ? value.replace(/[\\\t\n\r]/g, sign => escapes[sign] ?? '') : value;
}

/** Writes a value that follows itself only once. */
function remembering(write: (value: Value) => string): (value: Value) => string {
  let before: Value = null;
  let text = write(before);
  return value => {
    if (value !== before) {
      before = value;
      text = write(value);
    }
    return text;
  };
}

import papaparse from 'papaparse';
import { type Refusal, refuse } from '../../domain/refusal.ts';
import { cellText } from '../../domain/vocabulary/word-list.ts';

/** Most lines of a list. */
const MOST = 20_000;

/** Most cells of a list: reading that many takes about a tenth of a second, in which the process does nothing else. */
const MOST_CELLS = 200_000;

/** Names of separators in Anki's exports. */
const separators: Readonly<Record<string, string>> = { comma: ',', semicolon: ';', tab: '\t', pipe: '|' };

/**
 * The rows of a list: CSV with commas, semicolons or tabs, with or without a header, or notes exported from Anki as text,
 * which begin with lines about their format.
 */
export function rowsIn(text: string): readonly (readonly string[])[] | Refusal {
  const said = /^(?:\uFEFF?#[a-z ]+:.*\r?\n?)+/.exec(text)?.[0] ?? '';
  const separator = /^\uFEFF?#separator:(\S*)/im.exec(said)?.[1] ?? '';
  // Without what Anki says the lines are the same as without a head: counted on for the line of a fault.
  const { data, errors } = papaparse.parse<string[]>(text.slice(said.length), {
    delimiter: separators[separator.toLowerCase()] ?? (separator.length === 1 ? separator : ''),
    delimitersToGuess: ['\t', ';', ',', '|'],
    skipEmptyLines: 'greedy',
  });
  const [fault] = errors.filter(({ type }) => type === 'Quotes');
  if (fault) {
    const before = said + text.slice(said.length).slice(0, fault.index ?? 0);
    const line = before.split('\n').length;
    return refuse('not a list', {
      field: 'text',
      verbose: `Line ${line} has a quote that does not end where its cell ends. Nothing was changed.`,
    });
  }
  if (data.length > MOST)
    return refuse('too many lines', {
      field: 'text',
      verbose: `A list has at most ${MOST} lines, this one has ${data.length}.`,
    });
  if (data.reduce((sum, cells) => sum + cells.length, 0) > MOST_CELLS)
    return refuse('too many cells', {
      field: 'text',
      verbose: `A list has at most ${MOST_CELLS} cells. Leave out the columns that are not words or meanings.`,
    });
  if (!data.some(cells => cells.some(cell => /[\p{L}\p{N}]/u.test(cellText(cell)))))
    return refuse('an empty list', { field: 'text', verbose: 'There are no words in it.' });
  return data;
}

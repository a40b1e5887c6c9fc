import type { Conjugation } from '../inflect/spanish.ts';
import { columns, cut, type SourceLine } from './lines.ts';
import type { Findings } from './problems.ts';

/** A cell of the verb table: its endings in each conjugation, and its English. */
export interface Cell {
  readonly at: SourceLine;
  /** For example 'he now'. */
  readonly name: string;
  /** 'he {s}', 'he was {ing}': the first makes the answer, all recognise one. */
  readonly english: readonly string[];
  /** Names of endings, several ways of writing the cell; the first is the regular one. */
  readonly endings: Readonly<Record<Conjugation, readonly (readonly string[])[]>>;
  /** Cells that make good wrong options. */
  readonly near: readonly string[];
}

/** Irregular forms: `verb ir | he now = va | I now = voy`. */
export interface IrregularVerb {
  readonly infinitive: string;
  readonly forms: ReadonlyMap<string, string>;
}

/** `he now | he {s} | ar -a:he | er -e:he | ir -e:he | near I now, they now`. */
export function readCell(value: string, at: SourceLine, { refuse }: Findings): Cell {
  const [name = '', english = '', ...rest] = columns(value);
  const endings: Record<Conjugation, string[][]> = { ar: [], er: [], ir: [] };
  let near: readonly string[] = [];
  for (const column of rest) {
    const [key, list = ''] = cut(column, ' ');
    if (key === 'near') near = list.split(',').map(other => other.trim());
    else if (key === 'ar' || key === 'er' || key === 'ir')
      endings[key] = list.split(',').map(way => way.trim().split(/\s+/));
    else refuse(at, `'${key}' is not known in a cell: write ar, er, ir or near`);
  }
  if (english === '') refuse(at, `the cell '${name}' has no English: write 'he {s}'`);
  return { at, name, english: english.split(';').map(text => text.trim()), endings, near };
}

export function readVerb(value: string, at: SourceLine, { refuse }: Findings): IrregularVerb {
  const [infinitive = '', ...rest] = columns(value);
  const forms = new Map<string, string>();
  for (const column of rest) {
    const [cell, form] = cut(column, '=');
    if (!form) refuse(at, `'${column}' is no form: write 'he now = va'`);
    else forms.set(cell, form);
  }
  return { infinitive, forms };
}

/** `swap he then, he will | More of it.`: what stands after "That would be *irá*." where the wrong option is another cell. */
export interface Swap {
  readonly from: string;
  readonly to: string;
  /** Several, so that neighbors differ; {} is the form that is asked. */
  readonly remarks: readonly string[];
}

export function readSwap(
  value: string,
  at: SourceLine,
  cells: readonly Cell[],
  { refuse }: Findings,
): Swap | undefined {
  const [pair = '', ...remarks] = columns(value);
  const from = cells.find(({ name }) => pair.startsWith(`${name} > `));
  const to = cells.find(({ name }) => pair === `${from?.name} > ${name}`);
  if (from && to && remarks.length > 0) return { from: from.name, to: to.name, remarks };
  refuse(at, `'${pair}' is no swap: write 'swap he then > he will | …', with cells that stand above`);
  return undefined;
}

/** Cells by conjugation (none: any) and the names of the endings that make them; the first of the table wins. */
export function indexedCells(cells: readonly Cell[]): ReadonlyMap<string, Cell> {
  const index = new Map<string, Cell>();
  for (const cell of cells)
    for (const conjugation of ['ar', 'er', 'ir'] as const)
      for (const way of cell.endings[conjugation])
        for (const key of [`${conjugation} ${way.join(' ')}`, ` ${way.join(' ')}`])
          if (!index.has(key)) index.set(key, cell);
  return index;
}

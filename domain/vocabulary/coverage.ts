import { type Level, levels } from './levels.ts';

/** How much of a text is known, and what to learn next. A fragment counts once for each occurrence in the text. */

/** Percentages of a text at which it is readable with help, and readable. */
const goals = [80, 95] as const;

/** The most fragments that one goal asks for. */
const MOST = 20;

export interface TextFragment {
  readonly id: string;
  readonly level: Level;
  /** Occurrences in the text. */
  readonly times: number;
  /** It can be asked in a sentence that was read. */
  readonly askable: boolean;
}

export interface Coverage<F> {
  readonly known: number;
  readonly total: number;
  /** In percent; null when the last one is reached. */
  readonly goal: number | null;
  readonly fragments: readonly F[];
  /** Known once the fragments are. */
  readonly after: number;
}

/** The fewest fragments that bring a text to its next goal; 20 at most, the most frequent ones. */
export function coverageOf<F extends TextFragment>(text: readonly F[]): Coverage<F> {
  const total = sumOf(text);
  const known = sumOf(text.filter(({ level }) => level === 'IV'));
  const goal = goals.find(percent => known * 100 < percent * total) ?? null;
  const fragments: F[] = [];
  let after = known;
  const candidates = text
    .filter(({ askable, level }) => askable && level !== 'IV')
    .sort(
      (a, b) =>
        b.times - a.times || levels.indexOf(b.level) - levels.indexOf(a.level) || (a.id < b.id ? -1 : 1),
    );
  for (const one of candidates) {
    if (goal === null || after * 100 >= goal * total || fragments.length === MOST) break;
    fragments.push(one);
    after += one.times;
  }
  return { known, total, goal, fragments, after };
}

function sumOf(fragments: readonly TextFragment[]): number {
  return fragments.reduce((sum, { times }) => sum + times, 0);
}

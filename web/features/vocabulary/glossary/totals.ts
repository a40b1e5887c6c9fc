import type { FragmentTuple } from './reply.ts';

/** What is said of all fragments of a language. */
export interface Totals {
  readonly known: number;
  /** Fragments that were met in a book. */
  readonly met: number;
  /** These books: indexes of the reply's. */
  readonly books: ReadonlySet<number>;
}

const counted = new WeakMap<readonly FragmentTuple[], Totals>();

export function totalsOf(fragments: readonly FragmentTuple[]): Totals {
  const found = counted.get(fragments);
  if (found) return found;
  const books = new Set<number>();
  let [known, met] = [0, 0];
  // By place, because a learner has 20,000 of them.
  for (const fragment of fragments) {
    known += knownIn(fragment);
    if (fragment[9].length > 0) met += 1;
    for (const book of fragment[9]) books.add(book);
  }
  const totals = { known, met, books };
  counted.set(fragments, totals);
  return totals;
}

/**
 * Keeps the totals of fragments of which only levels were changed, so that a mark does not count all of them again.
 * @param gained how many more are known than before
 */
export function carryTotals(
  before: readonly FragmentTuple[],
  after: readonly FragmentTuple[],
  gained: number,
): void {
  const totals = counted.get(before);
  if (totals) counted.set(after, { ...totals, known: totals.known + gained });
}

export const knownIn = (fragment: FragmentTuple) => (fragment[5] === 'IV' ? 1 : 0);

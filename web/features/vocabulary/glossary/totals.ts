import type { FragmentTuple } from './reply.ts';

/** What is said of all fragments of a language. */
export interface Totals {
  readonly known: number;
  /** Those of them that are endings. */
  readonly knownEndings: number;
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
  let [known, knownEndings, met] = [0, 0, 0];
  // By place, because a learner has 20,000 of them.
  for (const fragment of fragments) {
    if (isKnown(fragment)) {
      known += 1;
      if (fragment[2]) knownEndings += 1;
    }
    if (fragment[9].length > 0) met += 1;
    for (const book of fragment[9]) books.add(book);
  }
  const totals = { known, knownEndings, met, books };
  counted.set(fragments, totals);
  return totals;
}

/**
 * Keeps the totals of fragments of which only levels were changed, so that a mark does not count all of them again.
 * @param gained how many more of them are known than before, and how many more endings
 */
export function carryTotals(
  before: readonly FragmentTuple[],
  after: readonly FragmentTuple[],
  gained: Pick<Totals, 'known' | 'knownEndings'>,
): void {
  const totals = counted.get(before);
  if (!totals) return;
  const known = totals.known + gained.known;
  const knownEndings = totals.knownEndings + gained.knownEndings;
  counted.set(after, { ...totals, known, knownEndings });
}

export const isKnown = (fragment: FragmentTuple) => fragment[5] === 'IV';

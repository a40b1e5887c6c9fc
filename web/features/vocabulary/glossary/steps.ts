/** Work on 20,000 entries, which yields after each piece: a press in between does not wait for all of it. */
export type Steps<Result> = Generator<undefined, Result, void>;

/** Entries in a piece, about a millisecond on a phone. */
export const PIECE = 500;

/** The result, at once. */
export function whole<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Each entry through a function, piece by piece. */
export function* eachOf<Entry>(
  entries: readonly Entry[],
  perform: (entry: Entry, index: number) => void,
): Steps<void> {
  for (const [index, entry] of entries.entries()) {
    perform(entry, index);
    if (index % PIECE === PIECE - 1) yield;
  }
}

/** A stable sort: pieces are sorted, then merged. */
export function* sorted<Entry>(
  entries: readonly Entry[],
  compare: (one: Entry, other: Entry) => number,
): Steps<Entry[]> {
  let runs: Entry[][] = [];
  for (let from = 0; from < entries.length; from += PIECE) {
    runs.push(entries.slice(from, from + PIECE).sort(compare));
    yield;
  }
  while (runs.length > 1) {
    const longer: Entry[][] = [];
    for (let pair = 0; pair < runs.length; pair += 2)
      longer.push(yield* merged(runs[pair] ?? [], runs[pair + 1] ?? [], compare));
    runs = longer;
  }
  return runs[0] ?? [];
}

function* merged<Entry>(
  first: readonly Entry[],
  second: readonly Entry[],
  compare: (one: Entry, other: Entry) => number,
): Steps<Entry[]> {
  const all: Entry[] = [];
  let [i, j] = [0, 0];
  while (i < first.length || j < second.length) {
    const takesFirst =
      j >= second.length || (i < first.length && compare(first[i] as Entry, second[j] as Entry) <= 0);
    all.push((takesFirst ? first[i++] : second[j++]) as Entry);
    if (all.length % (4 * PIECE) === 0) yield;
  }
  return all;
}

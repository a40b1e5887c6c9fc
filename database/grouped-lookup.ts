/** Most keys of one query. */
const MOST_KEYS = 500;

interface Waiting<Key, Row> {
  readonly key: Key;
  readonly resolve: (row: Row | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Looks up rows with one query for all keys that were asked for while the query before was under way. A busy process then
 * asks the database once for many requests, and a single request waits for nobody. Nothing is cached: a row is always read
 * after it was asked for.
 * @param read resolves with the row of each key, in order; undefined where there is none
 * @returns looks one key up; rejects with the error of its query
 */
export function groupedLookup<Key, Row>(
  read: (keys: readonly Key[]) => Promise<readonly (Row | undefined)[]>,
): (key: Key) => Promise<Row | undefined> {
  let waiting: Waiting<Key, Row>[] = [];
  let isReading = false;

  async function readAll(): Promise<void> {
    while (waiting.length > 0) {
      const group = waiting.slice(0, MOST_KEYS);
      waiting = waiting.slice(MOST_KEYS);
      try {
        const rows = await read(group.map(({ key }) => key));
        for (const [index, { resolve }] of group.entries()) resolve(rows[index]);
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
    }
    isReading = false;
  }

  return key =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject });
      if (isReading) return;
      isReading = true;
      void readAll();
    });
}

/** Rows by the number of the key that they were found for, from 1 (`with ordinality`). */
export function inOrder<Row extends { readonly nth: number }>(
  keys: readonly unknown[],
  rows: readonly Row[],
): readonly (Row | undefined)[] {
  const found = new Map(rows.map(row => [row.nth, row]));
  return keys.map((_, index) => found.get(index + 1));
}

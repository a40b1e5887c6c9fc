import { expect, test } from 'vitest';
import { groupedLookup, inOrder } from './grouped-lookup.ts';

/** A database of doubled numbers; each query waits until it is let go. */
function doubling() {
  const queries: { keys: readonly number[]; answer: (error?: Error) => void }[] = [];
  const lookup = groupedLookup<number, string>(
    keys =>
      new Promise((resolve, reject) =>
        queries.push({
          keys,
          answer: error =>
            error ? reject(error) : resolve(keys.map(key => (key < 0 ? undefined : String(key * 2)))),
        }),
      ),
  );
  return { queries, lookup };
}
const settled = () => new Promise(setImmediate);

test('a key alone is asked for at once; those that come meanwhile go together, and get what is theirs', async () => {
  const { queries, lookup } = doubling();
  const first = lookup(1);
  const others = [2, -3, 4, 2].map(lookup);
  expect(queries.map(({ keys }) => keys)).toEqual([[1]]);
  queries[0]?.answer();
  expect(await first).toBe('2');
  await settled();
  expect(queries.map(({ keys }) => keys)).toEqual([[1], [2, -3, 4, 2]]);
  queries[1]?.answer();
  expect(await Promise.all(others)).toEqual(['4', undefined, '8', '4']);
  const later = lookup(2);
  queries[2]?.answer();
  expect([await later, queries.length]).toEqual(['4', 3]);
});

test('a query that fails fails its own keys only', async () => {
  const { queries, lookup } = doubling();
  const [first, second] = [lookup(1), lookup(2)];
  queries[0]?.answer(new Error('away'));
  await expect(first).rejects.toThrow('away');
  await settled();
  queries[1]?.answer();
  expect(await second).toBe('4');
});

test('a query has no more than 500 keys', async () => {
  const { queries, lookup } = doubling();
  const all = Array.from({ length: 700 }, (_, key) => lookup(key));
  for (let next = 0; next < 3; next++) {
    queries[next]?.answer();
    await settled();
  }
  await Promise.all(all);
  expect(queries.map(({ keys }) => keys.length)).toEqual([1, 500, 199]);
});

test('rows are given to the keys that they were found for', () => {
  const row = { nth: 3 };
  expect(inOrder(['a', 'b', 'c'], [row])).toEqual([undefined, undefined, row]);
});

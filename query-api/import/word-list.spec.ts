import { expect, test } from 'vitest';
import type { Lexicon } from './lexicon.ts';
import { matched } from './word-list.ts';

test('of a long and wide list only the chosen column is looked up whole, and others get their turn meanwhile', async () => {
  const rows = Array.from({ length: 2_000 }, (_, row) =>
    Array.from({ length: 100 }, (_, column) => (column === 7 ? `palabra${row}` : `x${row}-${column}`)),
  );
  let lookUps = 0;
  const lexicon: Lexicon = {
    find: cell => {
      lookUps++;
      return cell.startsWith('palabra') ? [{ word: cell, gloss: 'word', fragments: [cell] }] : [];
    },
  };
  let turns = 0;
  const others = () => {
    turns++;
    other = setImmediate(others);
  };
  let other = setImmediate(others);
  const reply = await matched(rows, lexicon, { column: undefined, met: new Set() });
  clearImmediate(other);
  expect(reply).toMatchObject({ column: 7, words: 2_000, missing: [] });
  expect(reply?.credit).toHaveLength(2_000);
  expect(reply?.columns.slice(6, 8)).toEqual([
    { name: 'x0-6', found: null },
    { name: 'palabra0', found: 2_000 },
  ]);
  expect(lookUps).toBeLessThanOrEqual(100 * 200 + 2_000);
  expect(turns).toBeGreaterThanOrEqual(100);
});

import { expect, test } from 'vitest';
import { readFile } from './read-file.ts';

const head = '{"type":"export","format":"camino-history","version":1,"at":"","username":"ana"}';
const level = (id: string) => `{"type":"level","language":"es","id":"${id}","level":"II","credited":false}`;

const read = (content: string | Uint8Array<ArrayBuffer>, name = 'list.csv') =>
  readFile(new File([content], name));

test('a history is read from chunks of any size', async () => {
  // Larger than one chunk of a stream.
  const ids = Array.from({ length: 3_000 }, (_, index) => `fragment-with-a-long-name-${index}`);
  const lines = [head, ...ids.map(level), `{"type":"end","lines":${ids.length + 1}}`];
  const found = await read(`${lines.join('\n')}\n`, 'camino-history.jsonl');
  if (found.kind !== 'history') throw new Error(JSON.stringify(found));
  expect([...(found.history.levels.get('es')?.keys() ?? [])]).toEqual(ids);
  expect((await read(lines.join('\n'), 'without-a-name')).kind).toBe('history');
});

test.each([
  ['half a history', `${head}\n${level('gat')}\n`, 'a.jsonl', /^Line \d: The file is incomplete/],
  ['a broken line', `${head}\n{"type":"lev\n`, 'a.jsonl', /^Line 2: /],
  ['another program’s JSON', '{"cards":[]}', 'cards.json', /^Line 1: This is not a history export/],
  ['an empty history', '', 'a.jsonl', /not a history export/],
  ['bytes that are no text', new Uint8Array([0x7b, 0xff, 0xfe, 0x0a]), 'a.jsonl', /^Line 1: It is not text/],
  ['a package of Anki', new Uint8Array([0x50, 0x4b, 3, 4]), 'deck.apkg', /Notes in Plain Text/],
  ['a spreadsheet', new Uint8Array([0x50, 0x4b, 3, 4]), 'words.xlsx', /as CSV/],
  ['a compressed file', new Uint8Array([0x1f, 0x8b, 8, 0]), 'a.jsonl.gz', /Unpack/],
  ['a picture', new Uint8Array([0x89, 0x50, 0, 0, 1]), 'a.png', /no text/],
  ['nothing', ' \n', 'a.txt', /empty/],
  ['too much', 'gato\n'.repeat(250_000), 'a.txt', /megabyte/],
] as const)('what cannot be read is refused, and said why: %s', async (_, content, name, says) => {
  const found = await read(content, name);
  expect(found).toMatchObject({ kind: 'refused', says: expect.stringMatching(says) });
  expect(found.kind === 'refused' && found.says.endsWith('Nothing was changed.')).toBe(true);
});

test.each([
  ['UTF-8', new TextEncoder().encode('año')],
  ['UTF-16', new Uint8Array([0xff, 0xfe, 0x61, 0, 0xf1, 0, 0x6f, 0])],
  ['Windows', new Uint8Array([0x61, 0xf1, 0x6f])],
])('a list is text, as programs write it: %s', async (_, bytes) => {
  expect(await read(bytes)).toEqual({ kind: 'list', text: 'año' });
});

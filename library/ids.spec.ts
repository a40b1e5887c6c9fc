import { expect, test } from 'vitest';
import { compileSources } from './compile/compile.ts';
import { idPattern } from './format/lines.ts';
import { fillIds, newId } from './ids.ts';
import { fixture } from './testing/fixture.ts';

const bare = fixture().map(({ path, text }) => ({ path, text: text.replaceAll(/ \[[a-z0-9]{6}\]/g, '') }));

test('ids fill what has none, and the library then compiles', () => {
  const { changed, added } = fillIds(bare);
  expect(added).toBe(1 + 7 + 1 + 6 + 6);
  expect('content' in compileSources(changed)).toBe(true);
  expect(changed.map(({ text }) => text.replaceAll(/ \[[a-z0-9]{6}\]/g, ''))).toEqual(
    bare.map(({ text }) => text),
  );
});

test('an id that is there is never changed, and a second run does nothing', () => {
  expect(fillIds(fixture())).toEqual({ changed: [], added: 0 });
  const files = fixture({ 'spanish/fragments.txt': [[' [baaaa4]', '']] });
  const { changed, added } = fillIds(files, () => 'zzzzz2');
  expect(added).toBe(1);
  expect(changed).toEqual(
    fixture({ 'spanish/fragments.txt': [['baaaa4', 'zzzzz2']] }).filter(
      ({ path }) => path === 'spanish/fragments.txt',
    ),
  );
});

test('an id that stands anywhere is not given again', () => {
  const files = fixture({ 'spanish/fragments.txt': [[' [baaaa4]', '']] });
  const offered = ['daaaa2', 'eaaaa7', 'zzzzz3'];
  const { changed } = fillIds(files, () => offered.shift() ?? newId());
  expect(changed[0]?.text).toContain('pan | noun | bread [zzzzz3]');
});

test('Windows line ends stay', () => {
  const windows = bare.map(({ path, text }) => ({ path, text: text.replaceAll('\n', '\r\n') }));
  for (const { text } of fillIds(windows).changed) expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
});

test('new ids are short and well formed', () => {
  for (let i = 0; i < 200; i++) expect(newId()).toMatch(idPattern);
});

import { expect, test } from 'vitest';
import { compileSources } from '../compile/compile.ts';
import type { SourceFile } from '../format/lines.ts';
import { findings } from '../format/problems.ts';
import { fixture, paths } from '../testing/fixture.ts';
import { fillIds } from './fill.ts';
import { idPattern, newId } from './id.ts';

const { chapter, chapterIds, lexicon, lexiconIds } = paths;

function filled(files: readonly SourceFile[], create?: () => string) {
  const found = findings();
  const { changed, added } = fillIds(files, found, create);
  const after = new Map([...files, ...changed].map(file => [file.path, file]));
  return {
    added,
    changed,
    after: [...after.values()],
    text: (path: string) => after.get(path)?.text ?? '',
    problems: found.problems(),
  };
}

test('parts without ids get ids, and the library then compiles', () => {
  const { added, after } = filled(fixture().filter(({ path }) => !path.endsWith('.ids')));
  expect(added).toBe(1 + 9 + 1 + 13);
  expect('content' in compileSources(after)).toBe(true);
});

test('an existing id never changes, and a second run does nothing', () => {
  expect(filled(fixture())).toMatchObject({ changed: [], added: 0 });
});

test('an inserted word gets new ids; all other words keep theirs', () => {
  const files = fixture({
    [chapter]: [
      ['pan, ¿cómelo?', 'pan pan, ¿cómelo?'],
      ['pan\ncóm', 'pan\npan\nclause = bread bread\ncóm'],
    ],
  });
  const fresh = ['zzzzz2', 'zzzzz3', 'zzzzz4'];
  const { text } = filled(files, () => fresh.shift() ?? newId());
  expect(text(chapterIds)).toBe(`sentence daaaa2 eaaaa2 «¡Ana no come!», pan pan, ¿cómelo?
word daaaa3 eaaaa8 Ana
word daaaa4 eaaaa3 no
word daaaa5 eaaaa4 come
clause eaaaa5 Ana does not eat
word daaaa6 eaaaa6 pan
word zzzzz2 zzzzz3 pan
clause zzzzz4 bread bread
word daaaa7 eaaaa7 cómelo
`);
});

test('a word with other parts or another answer keeps its ids', () => {
  expect(
    filled(fixture({ [chapter]: [['cóm-e:one-lo = one eats it', 'cóm-e:he-lo = she eats it']] })).added,
  ).toBe(0);
});

test('ids of removed parts are recorded and never reused', () => {
  const files = fixture({
    [chapter]: [
      ['«¡Ana no come!»', '«¡Ana come!»'],
      ['Ana\nno\n', 'Ana\n'],
    ],
  });
  const first = filled(files);
  expect(first.text(chapterIds)).toContain('gone daaaa4\ngone eaaaa3\n');
  const offered = ['daaaa4', 'eaaaa3', 'zzzzz2', 'zzzzz3'];
  const back = first.after.map(file =>
    file.path === chapter
      ? { ...file, text: fixture().find(({ path }) => path === chapter)?.text ?? '' }
      : file,
  );
  expect(filled(back, () => offered.shift() ?? newId()).text(chapterIds)).toContain('word zzzzz2 zzzzz3 no');
});

test('a fragment removed from the lexicon must be declared merged, retired or renamed', () => {
  const { problems } = filled(fixture({ [lexicon]: [['-e:one |', '-e:man |']] }));
  expect(problems.map(({ reason }) => reason)).toEqual([
    "the lexicon has no '-e:one' any more: write here what it became, 'fragment baaaa7 its-new-name', 'split baaaa7 -e:one' below its new name, 'merged baaaa7 into ID' or 'retired baaaa7 -e:one'",
  ]);
  const renamed = filled(
    fixture({ [lexicon]: [['-e:one |', '-e:man |']], [lexiconIds]: [['-e:one', '-e:man']] }),
  );
  expect(renamed).toMatchObject({ added: 0, problems: [] });
});

test('if two files gave a fragment different ids, the second is merged into the first', () => {
  const files = [
    ...fixture(),
    { path: 'spanish/lexicon/more.txt', text: 'pan | noun | bread\n' },
    { path: 'spanish/lexicon/more.ids', text: 'fragment yaaaa2 pan\n' },
  ];
  const { text, after } = filled(files);
  expect(text('spanish/lexicon/more.ids')).toBe('merged yaaaa2 into baaaa4\n');
  expect('content' in compileSources(after)).toBe(true);
});

test('new ids are short and well formed', () => {
  for (let i = 0; i < 200; i++) expect(newId()).toMatch(idPattern);
});

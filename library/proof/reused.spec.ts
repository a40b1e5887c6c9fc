import { expect, test } from 'vitest';
import { compileSources } from '../compile/compile.ts';
import type { SourceFile } from '../format/lines.ts';
import { findings } from '../format/problems.ts';
import { fillIds } from '../ids/fill.ts';
import { fixture, paths } from '../testing/fixture.ts';
import { reusedQuestions, reusedText } from './reused.ts';

function compiled(files: readonly SourceFile[]) {
  const { changed } = fillIds(files, findings());
  const texts = new Map(changed.map(({ path, text }) => [path, text]));
  const result = compileSources(files.map(({ path, text }) => ({ path, text: texts.get(path) ?? text })));
  if ('content' in result) return result.content;
  throw new Error(JSON.stringify(result.problems));
}

/** 'No' a second time, before 'pan': the same question in another clause. */
const repeated = [
  ['text «¡Ana no come!», pan, ¿cómelo?', 'text «¡Ana no come!», no pan, ¿cómelo?'],
  [
    '\npan\n',
    '\nno\npan\nclause = no bread\n+ *No* denies it.\n- bread | Without *no*.\n- now bread | *Ahora pan*.\n',
  ],
] as const;

test('a question asked at two places is listed once, with the clause of each', () => {
  const [only, ...others] = reusedQuestions(compiled(fixture({ [paths.chapter]: repeated })));
  expect(others).toEqual([]);
  expect(only?.word).toBe('no');
  expect(only?.places).toEqual([
    { name: 'Cuento 1, 1.2', clause: '«¡Ana [no] come!»,', english: 'Ana does not eat' },
    { name: 'Cuento 1, 1.4', clause: '[no] pan,', english: 'no bread' },
  ]);
  expect(only && reusedText([only]).split('\n')).toEqual([
    'no: asked at 2 places',
    '  + not | *No* stands before the verb.',
    '  - now | That would be *ahora*.',
    '  - never | That would be *nunca*.',
    '    Cuento 1, 1.2: «¡Ana [no] come!», = Ana does not eat',
    '    Cuento 1, 1.4: [no] pan, = no bread',
  ]);
});

test('a question asked once is not listed', () => {
  expect(reusedQuestions(compiled(fixture()))).toEqual([]);
});

import { expect, test } from 'vitest';
import { contentOf, fixture, paths } from '../testing/fixture.ts';
import { reusedQuestions, reusedText } from './reused.ts';

/** 'No' a second time, before 'pan': the same question in another clause. */
const repeated = [
  ['text «¡Ana no come!», pan, ¿cómelo?', 'text «¡Ana no come!», no pan, ¿cómelo?'],
  [
    '\npan\n',
    '\nno\npan\nclause = no bread\n+ *No* denies it.\n- bread | Without *no*.\n- now bread | *Ahora pan*.\n',
  ],
] as const;
const repeatedIds = [
  ['come!», pan', 'come!», no pan'],
  ['word daaaa6 eaaaa6 pan', 'word daaaa8 eaaaa9 no\nword daaaa6 eaaaa6 pan\nclause eaaab2 no bread'],
] as const;

test('a question asked at two places is listed once, with the clause of each', () => {
  const [only, ...others] = reusedQuestions(
    contentOf(fixture({ [paths.chapter]: repeated, [paths.chapterIds]: repeatedIds })),
  );
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
  expect(reusedQuestions(contentOf())).toEqual([]);
});

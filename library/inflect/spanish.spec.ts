import { expect, test } from 'vitest';
import { joined, tied } from './spanish.ts';

test('attached pronouns keep the stress and an existing accent', () => {
  const made = [
    ['mirando', 'lo'],
    ['dar', 'me', 'lo'],
    ['llamar', 'le'],
    ['llamó', 'le'],
    ['vino', 'le'],
    ['llamaban', 'le'],
    ['dijeron', 'le'],
    ['sigue', 'me'],
    ['oye', 'le'],
    ['da', 'me'],
    ['dio', 'le'],
    ['traer', 'se', 'lo'],
    ['reír', 'se'],
    ['poned', 'os'],
    ['salid', 'os'],
  ].map(([form = '', ...pronouns]) => tied(form, pronouns));
  expect(made.join(' ')).toBe(
    'mirándolo dármelo llamarle llamóle vínole llamábanle dijéronle sígueme óyele dame diole traérselo reírse poneos salíos',
  );
});

test('an i after a, e or o keeps its syllable, except in the future', () => {
  expect(['ir', 'ido', 'imos', 'irán', 'ió'].map(ending => joined('o', ending, 'ir'))).toEqual([
    'oír',
    'oído',
    'oímos',
    'oirán',
    'oyó',
  ]);
  expect(joined('constru', 'ido', 'ir')).toBe('construido');
});

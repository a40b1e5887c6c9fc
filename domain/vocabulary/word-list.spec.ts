import { expect, test } from 'vitest';
import { cellText, folded, formsOf } from './word-list.ts';

test.each([
  ['gato', 'gato'],
  ['el gato', 'gato'],
  ['La Casa', 'casa'],
  ['los ojos', 'ojos'],
  ['  ¿Qué?  ', 'qué'],
  ['«hola»', 'hola'],
  ['el', 'el'],
  ['la', 'la'],
  ['lápiz', 'lápiz'],
])('%s stands for %s', (cell, form) => {
  expect(formsOf(cell)[0]).toEqual([form]);
});

test('parts of a cell and reflexive verbs are tried after the whole cell', () => {
  expect(formsOf('pequeño, -a')).toContainEqual(['pequeño']);
  expect(formsOf('pequeño/a')).toContainEqual(['pequeño']);
  expect(formsOf('el gato / la gata')).toContainEqual(['gato', 'gata']);
  expect(formsOf('ir (irse)')).toContainEqual(['ir', 'irse']);
  expect(formsOf('llamarse').at(-1)).toEqual(['llamar']);
  expect(formsOf('y')).toContainEqual(['y']);
  expect(formsOf(' - ')).toEqual([]);
});

test('markup of Anki and HTML is ignored', () => {
  expect(cellText('<div><b>el&nbsp;gato</b></div><div>the cat</div>')).toBe('el gato');
  expect(cellText('gato[sound:gato.mp3]<br>cat')).toBe('gato');
  expect(cellText('Tengo un {{c1::gato::animal}}')).toBe('Tengo un gato');
  expect(cellText('a &lt; b')).toBe('a < b');
});

test('any cell is read quickly', () => {
  const long = 1_000_000;
  for (const part of ['{{c1::', '<', '[sound:', 'a!!!!', '&nbsp;', '<br ', ' '])
    expect(cellText(part.repeat(long / part.length)).length).toBeLessThanOrEqual(300);
  expect(formsOf(`a${'!'.repeat(long)}a`)).toContainEqual(['a']);
});

test('case and accents are ignored', () => {
  expect(folded('LÁPIZ')).toBe('lapiz');
  expect(folded('Año')).toBe('ano');
});

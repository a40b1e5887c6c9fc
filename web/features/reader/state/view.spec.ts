import { expect, test } from 'vitest';
import { begun, given, right } from '../testing/machine.ts';
import { announced } from './view.ts';

test('the translation of the clause is announced while it is shown, and the verdict after the answer', () => {
  const asked = given()(...begun);
  expect(announced(asked.state)).toBe('');
  const translated = given()(...begun, { type: 'translation toggled' });
  expect(announced(translated.state)).toBe('c-s1-0 right');
  expect(announced(translated.when({ type: 'translation toggled' }))).toBe('');
  expect(announced(translated.when(right))).toMatch(/^Right: /);
});

import { expect, test } from 'vitest';
import { meets, passwordRules, usernameRules } from './rules.ts';

test.each(['abc', 'Maria1605', 'a'.repeat(20)])('username %s is well formed', name => {
  expect(meets(usernameRules, name)).toBe(true);
});
test.each(['ab', 'a'.repeat(21), 'maría', 'a b c', 'a_b', ''])('username "%s" is refused', name => {
  expect(meets(usernameRules, name)).toBe(false);
});

test('each password rule fails on its own', () => {
  expect(meets(passwordRules, 'Rocinante1!')).toBe(true);
  const failing = (password: string) =>
    passwordRules.filter(rule => !rule.holds(password)).map(rule => rule.name);
  expect(failing('Roci1!')).toEqual(['length']);
  expect(failing(`Aa1!${'x'.repeat(61)}`)).toEqual(['length']);
  expect(failing('ROCINANTE1!')).toEqual(['lowercase']);
  expect(failing('rocinante1!')).toEqual(['uppercase']);
  expect(failing('Rocinante!')).toEqual(['digit']);
  expect(failing('Rocinante1')).toEqual(['special']);
});

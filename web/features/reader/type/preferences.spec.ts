import { expect, test } from 'vitest';
import { preferencesFrom, standard } from './preferences.ts';

test('invalid stored values give the defaults', () => {
  expect(preferencesFrom(null)).toEqual(standard);
  expect(preferencesFrom('{broken')).toEqual(standard);
  expect(preferencesFrom('null')).toEqual(standard);
  const stored = { face: 'dyslexic', size: 130, leading: 'more', width: 'vast', keys: false, more: 1 };
  expect(preferencesFrom(JSON.stringify(stored))).toEqual({
    face: 'dyslexic',
    size: 130,
    leading: 'more',
    width: 'middle',
    keys: false,
  });
});

import { expect, test } from 'vitest';
import { cycleIn } from './manifest.ts';

test('chunks that import each other are found, in order', () => {
  const a = { file: 'a.js', imports: ['b', 'd'] };
  const b = { file: 'b.js', imports: ['c'] };
  const d = { file: 'd.js' };
  expect(cycleIn({ a, b, c: { file: 'c.js', imports: ['d'], dynamicImports: ['a'] }, d })).toBeUndefined();
  expect(cycleIn({ a, b, c: { file: 'c.js', imports: ['d', 'b'] }, d })).toEqual(['b', 'c', 'b']);
});

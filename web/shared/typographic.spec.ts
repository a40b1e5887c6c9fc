import { expect, test } from 'vitest';
import { typographic } from './typographic.ts';

test('straight quotes become typographic ones', () => {
  expect(typographic("*Es* is 'is', from *ser*: what it's like.")).toBe(
    '*Es* is ‘is’, from *ser*: what it’s like.',
  );
  expect(typographic(`("so … that")`)).toBe('(“so … that”)');
  expect(typographic('‘set’ already')).toBe('‘set’ already');
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { appended, listed, numbersIn } from './number-list.ts';

const numbers = fc.array(fc.nat(60_466_175));

test('a list can be read back', () => {
  fc.assert(
    fc.property(numbers, list => {
      expect(numbersIn(listed(list))).toEqual(list);
    }),
  );
});

test('appending does not repeat a number at the seam', () => {
  const growing = fc.array(fc.nat(5)).map(list => list.sort((a, b) => a - b));
  fc.assert(
    fc.property(growing, growing, (one, other) => {
      const each = (list: readonly number[]) =>
        list.reduce((text, number) => appended(text, listed([number])), '');
      expect(appended(each(one), each(other))).toBe(each([...one, ...other]));
    }),
  );
});

test('a number that is too large is refused', () => {
  expect(() => listed([60_466_176])).toThrow(RangeError);
  expect(() => listed([-1])).toThrow(RangeError);
});

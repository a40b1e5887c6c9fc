import { expect, test } from 'vitest';
import { answered, type LevelPolicy, levelPolicies } from './level-policies.ts';
import { levels } from './levels.ts';

const names = Object.keys(levelPolicies) as LevelPolicy[];

test.each(names)('%s: a right answer moves one step up, and any answer makes a new fragment I', policy => {
  expect(levels.map(level => answered(level, [true], policy))).toEqual(['I', 'II', 'III', 'IV', 'IV']);
  expect(answered('new', [false], policy)).toBe('I');
  // Asked for twice in a sentence: one step, and the right answer decides.
  expect(answered('II', [false, true], policy)).toBe('III');
  expect(answered('II', [], policy)).toBe('II');
});

test.each([
  ['standard', ['I', 'I', 'II', 'III', 'IV']],
  ['lapses', ['I', 'I', 'II', 'III', 'III']],
  ['strict', ['I', 'I', 'I', 'I', 'II']],
] as const)('%s: where a wrong answer takes each level', (policy, expected) => {
  expect(levels.map(level => answered(level, [false], policy))).toEqual(expected);
});

test("without a policy's name it is the specification's", () => {
  for (const level of levels) expect(answered(level, [false])).toBe(answered(level, [false], 'standard'));
});

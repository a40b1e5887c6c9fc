import { expect, test } from 'vitest';
import { withOutside } from './kept-outside.ts';

const inList = {
  states: new Map([
    ['all', 5],
    ['kept', 2],
  ]),
  levels: new Map([
    ['all', 2],
    ['I', 1],
  ]),
};

test('the menus also count kept items outside of the list, which have no level', () => {
  const kept = withOutside(inList, { state: 'kept', level: 'all' }, 1);
  expect([kept.states.get('kept'), kept.states.get('all')]).toEqual([3, 5]);
  expect([kept.levels.get('all'), kept.levels.get('I')]).toEqual([3, 1]);
  const ofLevel = withOutside(inList, { state: 'kept', level: 'I' }, 1);
  expect([ofLevel.states.get('kept'), ofLevel.levels.get('all')]).toEqual([2, 3]);
  expect(withOutside(inList, { state: 'all', level: 'all' }, 1).levels.get('all')).toBe(2);
});

test('until the kept items are loaded, no count is shown', () => {
  expect(withOutside(inList, { state: 'all', level: 'all' }, undefined).states.get('kept')).toBeUndefined();
});

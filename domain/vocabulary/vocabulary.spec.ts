import fc from 'fast-check';
import { expect, test } from 'vitest';
import { asked, lived } from '../../tooling/testing/vocabulary-commands.ts';
import { decide } from './decide.ts';
import { fragmentLevels } from './fragment-levels.ts';
import { levelsWithout } from './history.ts';
import { knownCountOf, levelFrom, levels, stateAndLevel, thirds } from './levels.ts';
import { evolve, nothingLearned } from './vocabulary.ts';

test('thirds equal the sum over the levels in the log, through resets, undos and bulk acts, and are never negative', () => {
  fc.assert(
    fc.property(fc.array(asked, { maxLength: 40 }), commands => {
      const { vocabulary, events } = lived(commands);
      const sumOf = (of: typeof vocabulary.levels) =>
        fragmentLevels(of).reduce((total, [, level]) => total + thirds[level], 0);
      expect(vocabulary.thirds).toBe(sumOf(vocabulary.levels));
      expect(vocabulary.thirds).toBe(sumOf(levelsWithout(events, { commandId: 'none' })));
      expect(knownCountOf(vocabulary.thirds)).toBeGreaterThanOrEqual(0);
    }),
  );
});

test('folding events one by one or all at once makes the same vocabulary', () => {
  fc.assert(
    fc.property(fc.array(asked, { maxLength: 30 }), commands => {
      const { vocabulary, events } = lived(commands);
      expect(evolve(nothingLearned, events)).toEqual(vocabulary);
      expect(events.reduce((before, event) => evolve(before, [event]), nothingLearned)).toEqual(vocabulary);
    }),
  );
});

test('a command never changes the state it was decided on', () => {
  fc.assert(
    fc.property(fc.array(asked, { maxLength: 20 }), asked, (commands, next) => {
      const { vocabulary } = lived(commands);
      const copy = structuredClone(vocabulary);
      const command = 'undoEarlier' in next ? ({ type: 'undo reset' } as const) : next;
      const outcome = decide(vocabulary, command);
      if (Array.isArray(outcome)) evolve(vocabulary, outcome);
      expect(vocabulary).toEqual(copy);
    }),
  );
});

test('a vocabulary can be stored as JSON', () => {
  fc.assert(
    fc.property(fc.array(asked, { maxLength: 30 }), commands => {
      const { vocabulary } = lived(commands);
      expect(JSON.parse(JSON.stringify(vocabulary))).toEqual(vocabulary);
    }),
  );
});

test('state and level on the wire name one level, and contradictions none', () => {
  for (const level of levels) {
    const wire = stateAndLevel(level);
    expect(levelFrom(wire.state, wire.level)).toBe(level);
  }
  expect(levelFrom('known', 'II')).toBeUndefined();
  expect(levelFrom('seen', 'IV')).toBeUndefined();
  expect(levelFrom('new', 'III')).toBeUndefined();
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isRefusal } from '../refusal.ts';
import { decide, type VocabularyCommand } from './decide.ts';
import { fragmentLevels } from './fragment-levels.ts';
import { knownCountOf, levelFrom, levels, stateAndLevel, thirds } from './levels.ts';
import { evolve, nothingLearned, type Vocabulary } from './vocabulary.ts';

const fragment = fc.constantFrom('gat', 'ros', '-o', '-a', '-s');
const answer = fc.record({
  question: fc.constantFrom('q1', 'q2', 'q3'),
  kind: fc.constantFrom('word' as const, 'clause' as const),
  chosen: fc.constantFrom(0, 1, 2, null),
  milliseconds: fc.nat(10_000),
  fragments: fc.uniqueArray(fragment, { maxLength: 4 }),
});
const command: fc.Arbitrary<VocabularyCommand> = fc.oneof(
  fc.record({
    type: fc.constant('answer' as const),
    book: fc.constant('b'),
    sentence: fc.constant('s'),
    contentVersion: fc.constant('v'),
    occasion: fc.constant('reading' as const),
    answers: fc.array(
      answer.map(given => ({ ...given, right: given.chosen === 0 })),
      { minLength: 1, maxLength: 6 },
    ),
  }),
  fc.record({ type: fc.constant('mark' as const), fragment, level: fc.constantFrom(...levels) }),
  fc.constant({ type: 'reset' as const }),
  fc.constant({ type: 'undo reset' as const }),
);

function run(state: Vocabulary, asked: VocabularyCommand): Vocabulary {
  const outcome = decide(state, asked);
  return isRefusal(outcome) ? state : evolve(state, outcome);
}

test('the known count equals the sum of the weights of the entries after any sequence, and is never below zero', () => {
  fc.assert(
    fc.property(fc.array(command, { maxLength: 40 }), commands => {
      const vocabulary = commands.reduce(run, nothingLearned);
      const sum = fragmentLevels(vocabulary.levels).reduce((total, [, level]) => total + thirds[level], 0);
      expect(vocabulary.thirds).toBe(sum);
      expect(knownCountOf(vocabulary.thirds)).toBeGreaterThanOrEqual(0);
    }),
  );
});

test('folding events one by one or all at once makes the same vocabulary', () => {
  fc.assert(
    fc.property(fc.array(command, { maxLength: 30 }), commands => {
      let state = nothingLearned;
      const events = commands.flatMap(asked => {
        const outcome = decide(state, asked);
        if (isRefusal(outcome)) return [];
        state = evolve(state, outcome);
        return outcome;
      });
      expect(evolve(nothingLearned, events)).toEqual(state);
      expect(events.reduce((before, event) => evolve(before, [event]), nothingLearned)).toEqual(state);
    }),
  );
});

test('a command never changes the state it was decided on', () => {
  fc.assert(
    fc.property(fc.array(command, { maxLength: 20 }), command, (commands, next) => {
      const state = commands.reduce(run, nothingLearned);
      const copy = structuredClone(state);
      run(state, next);
      expect(state).toEqual(copy);
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

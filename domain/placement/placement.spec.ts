import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seeded } from '../quiz/random.ts';
import { groupOf, modelOf } from './belief.ts';
import { creditOf } from './credit.ts';
import { groupToAsk, mostQuestions, placementOf } from './placement.ts';
import { accuracyOf, placed } from './testing/accuracy.ts';

const size = 1_459;
const model = modelOf(size);
const everyGroup = [...model.groups.keys()];

test.each([0.25, 0.5, 1])(
  '500 simulated learners who guess a third, spread %d: the estimate, its range and careful credit hold',
  { timeout: 300_000 },
  spread => {
    const accuracy = accuracyOf(model, spread, 500);
    const told = JSON.stringify(accuracy);
    expect(accuracy.medianError, told).toBeLessThanOrEqual(0.1);
    expect(accuracy.unknown, told).toBeLessThanOrEqual(0.05);
    expect(accuracy.held, told).toBeGreaterThanOrEqual(0.85);
    expect(accuracy.held, told).toBeLessThanOrEqual(0.95);
  },
);

test('it asks 12 to 20 questions, and 20 if the learner wants more', () => {
  const random = seeded('lengths');
  for (const knownTo of [40, 900]) {
    const known = Array.from({ length: size }, (_, index) => index < knownTo);
    const { answers } = placed(model, known, random);
    expect(answers.length).toBeGreaterThanOrEqual(12);
    expect(answers.length).toBeLessThanOrEqual(mostQuestions);
  }
  const allRight = Array.from({ length: 19 }, () => ({ rank: 700, right: true }));
  expect(groupToAsk(model, placementOf(model, allRight), everyGroup, true)).toBeDefined();
  const enough = placementOf(model, [...allRight, { rank: 700, right: true }]);
  expect(groupToAsk(model, enough, everyGroup, true)).toBeUndefined();
});

const someAnswers = fc.array(fc.record({ rank: fc.integer({ min: 1, max: size }), right: fc.boolean() }), {
  maxLength: 20,
});

test('a right answer never lowers the estimate, a wrong one never raises it', () => {
  fc.assert(
    fc.property(someAnswers, fc.integer({ min: 1, max: size }), (answers, rank) => {
      const after = (right: boolean) => placementOf(model, [...answers, { rank, right }]).trace.at(-1);
      expect(after(true)?.known).toBeGreaterThanOrEqual(after(false)?.known ?? 0);
    }),
    { numRuns: 60 },
  );
});

test('credit grows from careful to generous, has no duplicates, and leaves out wrong answers', () => {
  fc.assert(
    fc.property(someAnswers, answers => {
      const { belief } = placementOf(model, answers);
      const right = new Map(answers.map(answer => [answer.rank, answer.right]));
      const { ranks, counts } = creditOf(model, belief, right);
      expect(counts.careful).toBeLessThanOrEqual(counts.estimated);
      expect(counts.estimated).toBeLessThanOrEqual(counts.generous);
      expect(ranks).toHaveLength(counts.generous);
      expect(new Set(ranks).size).toBe(ranks.length);
      for (const rank of ranks.slice(0, counts.careful)) expect(right.get(rank)).not.toBe(false);
    }),
    { numRuns: 60 },
  );
});

test('a learner who knows everything and one who knows nothing are recognised', () => {
  const random = seeded('ends');
  const everything = placed(
    model,
    Array.from({ length: size }, () => true),
    random,
  ).trace.at(-1);
  expect(everything?.known).toBeGreaterThan(0.85 * size);
  const nothing = placementOf(
    model,
    Array.from({ length: 12 }, (_, index) => ({ rank: 1 + index, right: false })),
  ).trace.at(-1);
  expect(nothing?.known).toBeLessThan(0.1 * size);
});

test('a library of one fragment has a model', () => {
  const tiny = modelOf(1);
  expect(tiny.groups).toEqual([1]);
  expect(groupOf(tiny, 1)).toBe(0);
  expect(placementOf(tiny, [{ rank: 1, right: true }]).trace).toHaveLength(1);
});

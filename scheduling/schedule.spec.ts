import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dueAt, expectedRight, type MemoryChange, memoryAfter, recall, scheduler } from './memory.ts';
import {
  appendStep,
  emptySchedule,
  parsed,
  type Schedule,
  type ScheduleStep,
  serialized,
  shortCommandId,
} from './schedule.ts';

const fsrs = scheduler();
const day = 86_400;

const change: fc.Arbitrary<MemoryChange> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('right' as const), at: fc.nat(90 * day) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('wrong' as const),
      at: fc.nat(90 * day),
      sentence: fc.constant('s1'),
    }),
  },
  fc.record({
    kind: fc.constant('raised' as const),
    at: fc.nat(90 * day),
    to: fc.constantFrom('I', 'II', 'III', 'IV'),
  }),
  fc.record({ kind: fc.constant('lowered' as const), at: fc.nat(90 * day) }),
  fc.record({ kind: fc.constant('unmet' as const), at: fc.nat(90 * day) }),
);
const ordered = (steps: readonly MemoryChange[]) => steps.toSorted((a, b) => a.at - b.at);
const name = (index: number) => `command-${index}`;
const commanded = (steps: readonly MemoryChange[]): readonly ScheduleStep[] =>
  steps.map((change, index) => ({ command: shortCommandId(name(index)), change }));
const undoing = (index: number, by: string, at: number): ScheduleStep => ({
  command: shortCommandId(by),
  change: { kind: 'undo', at, of: shortCommandId(index < 0 ? 'other' : name(index)) },
});
const after = (steps: readonly ScheduleStep[], from: Schedule = emptySchedule) =>
  steps.reduce((schedule, next) => appendStep(fsrs, schedule, next), from);

test('an undo of one of the last steps leaves the memory of a history without it, an undo of that the memory with it', () => {
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 40 }), fc.nat(12), (steps, back) => {
      const all = commanded(ordered(steps));
      const index = Math.max(0, all.length - 1 - back);
      const without = all.filter((_, number) => number !== index);
      const undone = after([...all, undoing(index, 'undo', 91 * day)]);
      expect(undone.memory).toEqual(after(without).memory);
      const redo: ScheduleStep = {
        command: shortCommandId('redo'),
        change: { kind: 'undo', at: 92 * day, of: shortCommandId('undo') },
      };
      expect(appendStep(fsrs, undone, redo).memory).toEqual(after(all).memory);
    }),
  );
});

test('what was done after an undo counts as if the undone had never been', () => {
  fc.assert(
    fc.property(
      fc.array(change, { minLength: 2, maxLength: 12 }),
      fc.array(change, { maxLength: 30 }),
      (steps, later) => {
        const all = commanded(ordered(steps));
        const [first, ...others] = all;
        if (!first) return;
        const then = ordered(later).map((change, index) => ({
          command: shortCommandId(`later ${index}`),
          change: { ...change, at: change.at + 91 * day },
        }));
        expect(after([...all, undoing(0, 'undo', 90 * day), ...then]).memory).toEqual(
          after([...others, ...then]).memory,
        );
      },
    ),
  );
});

test('an undo of something that is not among the kept steps changes nothing', () => {
  const schedule = after(commanded([{ kind: 'right', at: 0 }]));
  expect(appendStep(fsrs, schedule, undoing(-1, 'undo', day))).toBe(schedule);
});

test('a schedule can be written and parsed, and goes on as it would have', () => {
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 40 }), change, (steps, next) => {
      const schedule = after(commanded(ordered(steps)));
      const again = { memory: schedule.memory, ...parsed(serialized(schedule)) };
      expect(again).toEqual(schedule);
      const one = { command: shortCommandId('next'), change: { ...next, at: next.at + 91 * day } };
      const undo = undoing(steps.length - 1, 'undo', 200 * day);
      expect(after([one, undo], again).memory).toEqual(after([one, undo], schedule).memory);
      expect(serialized(again)).toBe(serialized(schedule));
    }),
  );
});

test('a right answer is due later than a wrong one, and what is missed comes back the next day', () => {
  const right = memoryAfter(fsrs, null, { kind: 'right', at: 0 });
  const wrong = memoryAfter(fsrs, right, { kind: 'wrong', at: day, sentence: 's1' });
  if (!right || !wrong) throw new Error('nothing remembered');
  expect(dueAt(right)).toBeGreaterThan(2 * day);
  expect(dueAt(wrong) - wrong.at).toBeGreaterThanOrEqual((2 / 3) * day);
  expect(dueAt(wrong) - wrong.at).toBeLessThan(dueAt(right));
  expect(wrong).toMatchObject({ reps: 2, lapses: 1, missedIn: 's1' });
  expect(recall(fsrs, right, right.stability * day)).toBeCloseTo(0.9, 5);
});

test('a level that was not earned by answers has a start: the higher the level, the later it is due', () => {
  const dues = (['I', 'II', 'III', 'IV'] as const).map(to => {
    const memory = memoryAfter(fsrs, null, { kind: 'raised', at: 0, to });
    return memory ? memory.stability : 0;
  });
  expect(dues).toEqual(dues.toSorted((a, b) => a - b));
  expect(new Set(dues).size).toBe(4);
  const strong = { stability: 50, difficulty: 5, reps: 9, lapses: 0, at: 0, missedIn: null };
  expect(memoryAfter(fsrs, strong, { kind: 'raised', at: day, to: 'IV' })).toMatchObject({
    stability: 50,
    at: day,
  });
  expect(memoryAfter(fsrs, strong, { kind: 'unmet', at: day })).toBeNull();
});

test('who recalls nothing is right in a third of the cases', () => {
  expect(expectedRight(0)).toBeCloseTo(1 / 3);
  expect(expectedRight(0.9)).toBeCloseTo(0.9 + 0.1 / 3);
  expect(expectedRight(1)).toBe(1);
});

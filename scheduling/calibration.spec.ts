import { expect, test } from 'vitest';
import { seeded } from '../domain/quiz/random.ts';
import { dueAt, expectedRight, type Memory, memoryAfter, recall, scheduler } from './memory.ts';

/**
 * Compares expected with observed answers of simulated learners whose forgetting is known: their memory follows the same
 * curve, but lasts longer or shorter than the schedule assumes. Without recall a learner guesses one of three options.
 */

const fsrs = scheduler();

interface Observed {
  readonly expected: number;
  readonly right: boolean;
  /** The truth. */
  readonly recalled: number;
  readonly believed: number;
}

/** @param keeps how much longer than believed a learner keeps things; 1: as believed */
function answersOf(learner: number, keeps: number): readonly Observed[] {
  const random = seeded(`learner ${learner} ${keeps}`);
  const observed: Observed[] = [];
  for (let fragment = 0; fragment < 40; fragment++) {
    let believed: Memory | null = memoryAfter(fsrs, null, { kind: 'right', at: 0 });
    let truth: Memory | null = believed && { ...believed, stability: believed.stability * keeps };
    for (let review = 0; review < 8 && believed && truth; review++) {
      // Learners come when they come: from a bit before due to three times as late.
      const now = believed.at + Math.round((dueAt(believed) - believed.at) * (0.8 + random() * 2.2));
      const recalled = recall(fsrs, truth, now);
      const isRecalled = random() < recalled;
      const right = isRecalled || random() < 1 / 3;
      const expected = recall(fsrs, believed, now);
      observed.push({ expected: expectedRight(expected), right, recalled, believed: expected });
      const change = (good: boolean) =>
        good ? ({ kind: 'right', at: now } as const) : ({ kind: 'wrong', at: now, sentence: 's' } as const);
      believed = memoryAfter(fsrs, believed, change(right));
      const known: Memory = { ...truth, stability: truth.stability / keeps };
      const next = memoryAfter(fsrs, known, change(isRecalled));
      truth = next && { ...next, stability: next.stability * keeps };
    }
  }
  return observed;
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Over all answers: expected and observed share of right ones, and believed and true recall. */
function figures(keeps: number) {
  const all = Array.from({ length: 60 }, (_, learner) => answersOf(learner, keeps)).flat();
  return {
    expected: mean(all.map(({ expected }) => expected)),
    observed: mean(all.map(({ right }) => Number(right))),
    believed: mean(all.map(({ believed }) => believed)),
    recalled: mean(all.map(({ recalled }) => recalled)),
  };
}

test('expected answers match those of learners who forget as assumed, guesses included', () => {
  const { expected, observed, believed, recalled } = figures(1);
  expect(Math.abs(expected - observed)).toBeLessThan(0.03);
  // Lucky guesses pass for recall: what is believed is too high by a little, as the decision says.
  expect(believed).toBeGreaterThanOrEqual(recalled);
  expect(believed - recalled).toBeLessThan(0.05);
});

test('learners who forget faster than assumed are right less often than expected, slower ones more often', () => {
  const [fast, slow] = [figures(0.5), figures(2)];
  expect(fast.observed).toBeLessThan(fast.expected);
  expect(slow.observed).toBeGreaterThan(slow.expected - 0.01);
  // Missed fragments come back sooner, so that the schedule follows the learner.
  expect(fast.expected - fast.observed).toBeLessThan(0.12);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { memoryAfter, scheduler } from '../../scheduling/memory.ts';
import { cut, emptyReadModels, recorded, type TestEvent } from '../testing/rows.ts';
import { reviewSchedule } from './review-schedule.ts';

let database: Awaited<ReturnType<typeof emptyReadModels>>;
beforeAll(async () => {
  database = await emptyReadModels([reviewSchedule]);
});
afterAll(() => database.close());

const stream = 'vocabulary-aa-spanish';
const days = (count: number) => new Date(Date.UTC(2026, 0, 1 + count)).toISOString();
const seconds = (count: number) => Date.parse(days(count)) / 1000;

/** @param rights whether each answer that asked for `gat` was right, in order */
const answered = (day: number, rights: readonly boolean[], epoch = 0): TestEvent => ({
  stream,
  type: 'SentenceAnswered',
  at: days(day),
  data: {
    epoch,
    book: 'platero',
    sentence: `s${day}`,
    contentVersion: 'v',
    occasion: 'reading',
    answers: rights.map((right, index) => [`q${index}`, 'word', right ? 0 : 1, right, 900]),
    fragments: { gat: ['I', 'II', ...rights.keys()] },
  },
});
const changed = (day: number, cause: object, from: string, to: string): TestEvent => ({
  stream,
  type: 'FragmentsChanged',
  at: days(day),
  data: { epoch: 0, cause, fragments: { gat: [from, to] } },
});

async function rowsOf(events: readonly TestEvent[]) {
  const { review_schedule } = await database.applied(reviewSchedule, cut(recorded(events), [1, 1, 1, 1]));
  return (review_schedule ?? []) as readonly Record<string, unknown>[];
}

test('each answered sentence is one review of a fragment, and its first answer decides', async () => {
  const fsrs = scheduler();
  const first = memoryAfter(fsrs, null, { kind: 'right', at: seconds(0) });
  const second = memoryAfter(fsrs, first, { kind: 'wrong', at: seconds(3), sentence: 's3' });
  expect(await rowsOf([answered(0, [true]), answered(3, [false, true])])).toEqual([
    expect.objectContaining({
      fragment: 'gat',
      stability: second?.stability,
      difficulty: second?.difficulty,
      reps: 2,
      lapses: 1,
      missed_in: 's3',
    }),
  ]);
});

test('a fragment that is marked known or credited is due later than one that is only seen', async () => {
  const [known] = await rowsOf([changed(0, { kind: 'marks' }, 'new', 'IV')]);
  const [credited] = await rowsOf([changed(0, { kind: 'placement' }, 'new', 'IV')]);
  const [seen] = await rowsOf([changed(0, { kind: 'marks' }, 'new', 'I')]);
  expect(known).toMatchObject({ reps: 0, due: credited?.['due'] });
  expect(String(known?.['due']) > String(seen?.['due'])).toBe(true);
});

test('an undo gives the schedule that the fragment would have had without the undone command', async () => {
  // `recorded` numbers the commands: the mark is c1.
  const undone = await rowsOf([
    answered(0, [true]),
    changed(1, { kind: 'marks' }, 'I', 'IV'),
    answered(2, [true]),
    changed(3, { kind: 'undo', command: 'c1' }, 'IV', 'I'),
  ]);
  const [without] = await rowsOf([answered(0, [true]), answered(2, [true])]);
  const { recent: _, ...shown } = without ?? {};
  expect(undone).toEqual([expect.objectContaining(shown)]);
});

test('an undone first mark leaves a fragment without a due date', async () => {
  const rows = await rowsOf([
    changed(0, { kind: 'marks' }, 'new', 'IV'),
    changed(1, { kind: 'undo', command: 'c0' }, 'IV', 'new'),
  ]);
  expect(rows).toEqual([expect.objectContaining({ due: null, stability: null, reps: 0 })]);
});

test('a reset begins a new schedule', async () => {
  const rows = await rowsOf([answered(0, [true]), answered(1, [true]), answered(2, [false], 1)]);
  expect(rows.map(({ epoch, reps }) => [epoch, reps])).toEqual([
    [0, 2],
    [1, 1],
  ]);
});

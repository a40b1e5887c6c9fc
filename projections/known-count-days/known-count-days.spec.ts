import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isRefusal } from '../../domain/refusal.ts';
import { decide, type VocabularyCommand } from '../../domain/vocabulary/decide.ts';
import { levels } from '../../domain/vocabulary/levels.ts';
import { evolve, nothingLearned } from '../../domain/vocabulary/vocabulary.ts';
import { cut, emptyReadModels, recorded, type TestEvent } from '../testing/rows.ts';
import { knownCountDays } from './known-count-days.ts';

let database: Awaited<ReturnType<typeof emptyReadModels>>;
beforeAll(async () => {
  database = await emptyReadModels([knownCountDays]);
});
afterAll(() => database.close());

interface DayRow {
  readonly day: string;
  readonly epoch: number;
  readonly read: number;
  readonly reviewed: number;
  readonly credited: number;
  readonly raised: number;
  readonly lowered: number;
  readonly current: boolean;
}

async function rowsOf(events: readonly TestEvent[], sizes: readonly number[] = []) {
  const applied = await database.applied(knownCountDays, cut(recorded([...events]), [...sizes]));
  return applied['known_count_days'] as unknown as readonly DayRow[];
}

const command: fc.Arbitrary<VocabularyCommand> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      type: fc.constant('mark' as const),
      fragment: fc.constantFrom('gat', 'ros', '-o'),
      level: fc.constantFrom(...levels),
    }),
  },
  { weight: 2, arbitrary: fc.constant({ type: 'reset' as const }) },
  { weight: 2, arbitrary: fc.constant({ type: 'undo reset' as const }) },
);

test('the changes up to a day in its current epoch add up to the known count at its end', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 1, maxLength: 40 }), async commands => {
      const events: TestEvent[] = [];
      const truth = new Map<string, number>();
      let state = nothingLearned;
      for (const [index, one] of commands.entries()) {
        // Three commands a day.
        const at = new Date(Date.UTC(2026, 0, 1, index * 8)).toISOString();
        const decided = decide(state, one);
        if (isRefusal(decided) || decided.length === 0) continue;
        state = evolve(state, decided);
        truth.set(at.slice(0, 10), state.thirds);
        for (const { type, data } of decided) events.push({ stream: 'vocabulary-aa-es', type, data, at });
      }
      const rows = await rowsOf(events, [3, 10]);
      const known = rows
        .filter(({ current }) => current)
        .map(({ day, epoch }) => {
          const upTo = rows.filter(row => row.epoch === epoch && row.day <= day);
          return [
            day,
            upTo.reduce(
              (sum, { read, reviewed, credited, raised, lowered }) =>
                sum + read + reviewed + credited + raised + lowered,
              0,
            ),
          ] as const;
        });
      expect(new Map(known)).toEqual(truth);
    }),
    { numRuns: 40 },
  );
});

test('a change is counted under its cause', async () => {
  const stream = 'vocabulary-aa-es';
  const at = '2026-05-03T23:59:00.000Z';
  const answered = (occasion: string, fragments: object) => ({
    stream,
    type: 'SentenceAnswered' as const,
    data: {
      epoch: 0,
      book: 'b',
      sentence: 's',
      contentVersion: 'v',
      occasion,
      answers: [['q', 'word', 0, true, 900]],
      fragments,
    },
    at,
  });
  const changed = (cause: object, fragments: object) => ({
    stream,
    type: 'FragmentsChanged' as const,
    data: { epoch: 0, cause, fragments },
    at,
  });
  const rows = await rowsOf([
    answered('reading', { gat: ['I', 'II', 0] }),
    answered('review', { gat: ['II', 'III', 0], ros: ['I', 'I', 0] }),
    changed({ kind: 'placement' }, { y: ['new', 'IV'], el: ['new', 'IV'] }),
    changed({ kind: 'marks' }, { ros: ['I', 'IV'], el: ['IV', 'III'] }),
    changed({ kind: 'undo', command: 'c' }, { y: ['IV', 'new'] }),
  ] as unknown as TestEvent[]);
  expect(rows).toEqual([
    {
      learner: 'aa',
      language: 'es',
      day: '2026-05-03',
      epoch: 0,
      read: 1,
      reviewed: 1,
      credited: 6,
      raised: 3,
      lowered: -4,
      current: true,
    },
  ]);
});

import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isRefusal } from '../../domain/refusal.ts';
import { decide, type VocabularyCommand } from '../../domain/vocabulary/decide.ts';
import { levels } from '../../domain/vocabulary/levels.ts';
import { evolve, nothingLearned } from '../../domain/vocabulary/vocabulary.ts';
import { cut, emptyReadModels, recorded, type TestEvent } from '../testing/rows.ts';
import { weekOf } from '../weeks.ts';
import { knownCountWeeks } from './known-count-weeks.ts';

let database: Awaited<ReturnType<typeof emptyReadModels>>;
beforeAll(async () => {
  database = await emptyReadModels([knownCountWeeks]);
});
afterAll(() => database.close());

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

/** Runs the commands two days apart: the events, and the aggregate's own thirds at the end of each week. */
function lived(commands: readonly VocabularyCommand[]) {
  const events: TestEvent[] = [];
  const truth = new Map<string, number>();
  let state = nothingLearned;
  for (const [index, command] of commands.entries()) {
    const at = new Date(Date.UTC(2026, 0, 1 + index * 2, 12)).toISOString();
    const decided = decide(state, command);
    if (isRefusal(decided) || decided.length === 0) continue;
    state = evolve(state, decided);
    truth.set(weekOf(at), state.thirds);
    for (const { type, data } of decided) events.push({ stream: 'vocabulary-aa-spanish', type, data, at });
  }
  return { events, truth };
}

test('the gains up to a week in its current epoch add up to the known count at its end', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 1, maxLength: 60 }), async commands => {
      const { events, truth } = lived(commands);
      const rows = (await database.applied(knownCountWeeks, cut(recorded(events), [3, 10])))[
        'known_count_weeks'
      ] as readonly { week: string; epoch: number; gained: number; current: boolean }[];
      const known = rows
        .filter(({ current }) => current)
        .map(({ week, epoch }) => {
          const gains = rows.filter(row => row.epoch === epoch && row.week <= week);
          return [week, gains.reduce((sum, { gained }) => sum + gained, 0)] as const;
        });
      expect(new Map(known)).toEqual(truth);
    }),
  );
});

import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openPool } from '../../database/pool.ts';
import { isRefusal, type Refusal } from '../../domain/refusal.ts';
import { decide, type VocabularyCommand } from '../../domain/vocabulary/decide.ts';
import {
  evolve,
  nothingLearned,
  type Vocabulary,
  type VocabularyEvent,
  vocabularyEventTypes,
  vocabularyVersion,
} from '../../domain/vocabulary/vocabulary.ts';
import { testDatabase } from '../../tooling/testing/database.ts';
import { postgresLog } from '../postgres/postgres-log.ts';
import { wholeStream } from '../suite/test-events.ts';
import { type UpcastingLog, upcastingLog } from '../upcasting.ts';
import { type Aggregate, NOTHING_CHANGED } from './aggregate.ts';
import { aggregates } from './aggregates.ts';
import { postgresSnapshots, type Snapshots } from './snapshots.ts';

const vocabulary: Aggregate<Vocabulary, VocabularyEvent, VocabularyCommand, Refusal> = {
  category: 'vocabulary',
  version: vocabularyVersion,
  eventTypes: vocabularyEventTypes,
  initial: nothingLearned,
  evolve,
  decide,
};

const fragment = fc.constantFrom('gat', '-o', '-a', 'corr');
const command: fc.Arbitrary<VocabularyCommand> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('answer' as const),
      book: fc.constant('platero'),
      sentence: fc.constantFrom('s1', 's2'),
      contentVersion: fc.constant('1'),
      occasion: fc.constant('reading' as const),
      answers: fc.array(
        fc.record({
          question: fc.constantFrom('q1', 'q2'),
          kind: fc.constantFrom('word' as const, 'clause' as const),
          chosen: fc.constantFrom(0, 1, null),
          right: fc.boolean(),
          milliseconds: fc.nat(9_000),
          fragments: fc.uniqueArray(fragment, { maxLength: 3 }),
        }),
        { minLength: 1, maxLength: 30 },
      ),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('mark' as const),
      fragment,
      level: fc.constantFrom('new' as const, 'I' as const, 'III' as const, 'IV' as const),
    }),
  },
  { weight: 1, arbitrary: fc.constantFrom({ type: 'reset' as const }, { type: 'undo reset' as const }) },
);

/** A new command, or the repetition of an earlier one: which one, and in which process. */
const step = fc.oneof(
  fc.record({ command, process: fc.nat(1) }),
  fc.record({ again: fc.nat(), process: fc.constantFrom(0, 1, 'cold' as const) }),
);

test('a command sent twice, at any later time, changes nothing the second time', async () => {
  const { url } = await testDatabase();
  const log = upcastingLog(await postgresLog({ url }), {});
  const pool = openPool({ connectionString: url });
  const snapshots = await postgresSnapshots(pool);
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 60 }), steps =>
      history(steps, log, snapshots),
    ),
    { numRuns: 25 },
  );
  await log.close();
  await pool.end();
});

type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

async function history(steps: readonly Step[], log: UpcastingLog, snapshots: Snapshots): Promise<void> {
  const stream = `${vocabulary.category}-${randomUUID()}`;
  const processes = [aggregates(log, { snapshots }), aggregates(log, { snapshots })];
  const cold = () => aggregates(log, { snapshots });
  const done: { context: ReturnType<typeof contextOf>; command: VocabularyCommand; first: unknown }[] = [];

  for (const step of steps) {
    const process = step.process === 'cold' ? cold() : (processes[step.process] ?? cold());
    if ('command' in step) {
      const context = contextOf(randomUUID());
      const first = await process.execute(vocabulary, stream, step.command, context);
      // A refused command was not executed: sent again, it is new.
      if (first.outcome === 'done')
        done.push({ context, command: step.command, first: { ...first, repeated: true } });
      else if (first.outcome === 'refused') expect(isRefusal(first.refusal)).toBe(true);
      continue;
    }
    const earlier = done[step.again % Math.max(done.length, 1)];
    if (!earlier) continue;
    const before = await cold().load(vocabulary, stream);
    const second = await process.execute(vocabulary, stream, earlier.command, earlier.context);
    expect(second).toEqual(earlier.first);
    expect(await process.load(vocabulary, stream)).toEqual(before);
  }

  await Promise.all(processes.map(process => process.settled()));
  const changes = (await wholeStream(log, stream)).filter(({ type }) => type !== NOTHING_CHANGED);
  const fromNothing = evolve(nothingLearned, changes as unknown as VocabularyEvent[]);
  for (const process of [...processes, cold()])
    expect((await process.load(vocabulary, stream)).state).toEqual(fromNothing);
}

function contextOf(commandId: string) {
  return { commandId, actor: 'ana', at: new Date().toISOString() };
}

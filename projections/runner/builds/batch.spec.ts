import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import type { RecordedEvent } from '../../../event-store/log.ts';
import { knownCounts } from '../../known-counts/known-counts.ts';
import { appendEvents, testLog } from '../../testing/database.ts';
import { changed, thirdsOf } from '../../testing/known-counts.ts';
import { openSession } from '../session.ts';
import { applyBatch } from './batch.ts';
import { loadBuilds, prepareReadModels } from './builds.ts';
import { CheckpointConflict } from './checkpoint.ts';

const obsolete = { stream: 'reading-aa-platero', type: 'ChapterOpened', data: { chapter: 1 } };

/** An empty build, and a runner that works on it. */
async function untouched(...told: Parameters<typeof appendEvents>[1]) {
  const { log, url, pool } = await testLog();
  await appendEvents(log, told);
  await prepareReadModels(pool, [knownCounts]);
  const session = await openSession(url, 'spec');
  onTestFinished(session.close);
  const state = async () => (await loadBuilds(session.client, 'known-counts')).builds[0];
  const build = await state();
  if (!build) throw new Error('no build');
  const apply = (from: typeof build, batch: readonly RecordedEvent[]) =>
    applyBatch(session, knownCounts, from, batch, 'Active', new AbortController().signal);
  return { pool, events: await log.readAll(), build, apply, state };
}

test('a runner whose checkpoint was moved by another runner writes nothing', async () => {
  const { pool, events, build, apply, state } = await untouched(
    changed('aa', 'gat'),
    changed('aa', 'ros'),
    obsolete,
  );
  const after = await apply(build, events.slice(0, 2));
  await expect(apply(build, events.slice(0, 1))).rejects.toThrow(CheckpointConflict);
  await expect(apply(build, events.slice(2))).rejects.toThrow(CheckpointConflict);
  expect(await thirdsOf(pool, 'aa')).toBe(6);
  expect(await state()).toMatchObject({ position: after.position, eventsDone: 2 });
});

test('unhandled events also move the checkpoint, but not that of a retired build', async () => {
  const { pool, events, build, apply, state } = await untouched(obsolete, obsolete);
  const after = await apply(build, events.slice(0, 1));
  expect(await state()).toMatchObject({ position: events[0]?.position, eventsDone: 1, status: 'Active' });
  await pool.query(`update read_models.projection_state set stage = 'retired'`);
  await expect(apply(after, events.slice(1))).rejects.toThrow(CheckpointConflict);
  expect(await state()).toMatchObject({ position: events[0]?.position, eventsDone: 1 });
});

test('two runners that apply batches in any order count every event once', async () => {
  const told = Array.from({ length: 8 }, (_, index) => changed('aa', `f${index}`));
  const { pool, events, apply, state, build: first } = await untouched(...told);
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ runner: fc.nat(1), size: fc.integer({ min: 1, max: 4 }), looks: fc.boolean() }), {
        minLength: 1,
        maxLength: 14,
      }),
      async turns => {
        await pool.query(`truncate read_models.${physical(first)}`);
        await pool.query(`update read_models.projection_state set position = '', events_done = 0`);
        const seen = [first, first];
        for (const { runner, size, looks } of turns) {
          const from = (looks ? await state() : seen[runner]) ?? first;
          const batch = events.slice(from.eventsDone, from.eventsDone + size);
          if (batch.length === 0) continue;
          const after = await apply(from, batch).catch(error => {
            expect(error).toBeInstanceOf(CheckpointConflict);
            return from;
          });
          seen[runner] = after;
        }
        const done = (await state())?.eventsDone ?? 0;
        expect((await thirdsOf(pool, 'aa')) ?? 0).toBe(3 * done);
      },
    ),
    { numRuns: 40 },
  );
});

const physical = ({ version, build }: { version: number; build: number }) =>
  `known_counts__v${version}_b${build}`;

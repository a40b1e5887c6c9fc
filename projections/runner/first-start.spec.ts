import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { knownCounts } from '../known-counts/known-counts.ts';
import type { Projection } from '../projection.ts';
import { appendEvents, testLog, until } from '../testing/database.ts';
import { changed, run, thirdsOf } from '../testing/known-counts.ts';
import { projectionStatuses } from './control.ts';
import { BATCH } from './reading/feed.ts';

const EVENTS = BATCH + 1_000;

/** A long log, and a new read model that counts the events that it applies in batches. */
async function longLog() {
  const subject = await testLog();
  const metadata = { commandId: 'c', actor: 'a', at: new Date(0).toISOString(), schema: 1 };
  for (let from = 0; from < EVENTS; from += 500)
    await subject.log.append(
      'vocabulary-aa-spanish',
      from === 0 ? 'none' : from - 1,
      Array.from({ length: 500 }, (_, index) => {
        const { type, data } = changed('aa', `f${from + index}`);
        return { id: randomUUID(), type, data: { ...data }, metadata };
      }),
    );
  const applied: number[] = [];
  const counted: Projection = {
    ...knownCounts,
    apply(batch, trx) {
      applied.push(batch.length);
      return knownCounts.apply(batch, trx);
    },
  };
  const seen = (events: number) =>
    until(`${events} events`, async () => (await thirdsOf(subject.pool, 'aa')) === 3 * events);
  const status = async () => (await projectionStatuses(subject.pool))[0];
  return { ...subject, counted, applied, seen, status };
}

test('a new read model on a long log is folded in memory and then follows in batches', async () => {
  const { log, url, pool, counted, applied, seen, status } = await longLog();
  const { reports } = run(log, url, [counted]);
  await seen(EVENTS);
  expect(applied).toEqual([]);
  await appendEvents(log, [changed('bb', 'gat')]);
  await until('followed', async () => (await thirdsOf(pool, 'bb')) === 3);
  expect(applied).toEqual([1]);
  expect(await status()).toMatchObject({ build: 1, stage: 'live', status: 'Active', eventsDone: EVENTS + 1 });
  expect(reports).toEqual([]);
  const { rows } = await pool.query(
    `select from pg_indexes where schemaname = 'read_models'
       and tablename = 'known_counts__v${knownCounts.version}_b1'`,
  );
  expect(rows).toHaveLength(1);
  // The planner knows the copied rows at once; -1 would be a table that was never analysed.
  const { rows: tables } = await pool.query<{ reltuples: number }>(
    `select reltuples from pg_class where relname = 'known_counts__v${knownCounts.version}_b1'`,
  );
  expect(tables[0]?.reltuples).toBeGreaterThanOrEqual(1);
});

test('a read model that cannot be folded reports it and is built in batches', async () => {
  const { log, url, counted, applied, seen, status } = await longLog();
  const fold = () => {
    throw new Error('too much');
  };
  const { reports } = run(log, url, [{ ...counted, fold }]);
  await seen(EVENTS);
  expect(applied.reduce((sum, count) => sum + count)).toBe(EVENTS);
  expect(reports).toEqual([expect.stringContaining('too much')]);
  expect(await status()).toMatchObject({ status: 'Active', eventsDone: EVENTS });
});

import type pg from 'pg';
import { expect, test } from 'vitest';
import type { UpcastingLog } from '../../../event-store/upcasting.ts';
import { knownCounts } from '../../known-counts/known-counts.ts';
import { appendEvents, testLog, until } from '../../testing/database.ts';
import { changed, run, thirdsOf } from '../../testing/known-counts.ts';
import { failureOf, projectionStatuses, requestReplay } from '../control.ts';

/** Read models that have seen three events of a log, and are not running. */
async function builtFrom(log: UpcastingLog, url: string, pool: pg.Pool) {
  const runner = run(log, url, [knownCounts]);
  await appendEvents(
    log,
    ['gat', 'ros', 'flor'].map(fragment => changed('aa', fragment)),
  );
  await until('caught up', async () => (await thirdsOf(pool, 'aa')) === 9);
  await runner.stop();
}

/**
 * Starts on another log than that of the read models: the reason is in the state and on the console, queries continue with
 * the existing rows, and a replay repairs it.
 */
async function noticedAndHealed(
  log: UpcastingLog,
  url: string,
  pool: pg.Pool,
  reason: string,
  healed: object,
) {
  const { reports } = run(log, url, [knownCounts]);
  const live = async () => (await projectionStatuses(pool)).find(({ stage }) => stage === 'live');
  await until('noticed', async () => (await live())?.status === 'Failed');
  expect((await live())?.error).toContain(reason);
  expect(reports).toEqual([
    expect.stringContaining(`projection known-counts stopped: ${(await live())?.error}`),
  ]);
  const [status] = await projectionStatuses(pool);
  expect(status && failureOf(status, 'anybody')).toContain(reason);
  expect(await thirdsOf(pool, 'aa')).toBe(9);
  const { rows } = await pool.query('select running from read_models.checkpoints');
  expect(rows).toEqual([{ running: false }]);

  await requestReplay(pool, ['known-counts']);
  await until('healed', async () => (await live())?.build === 2 && (await live())?.status === 'Active');
  const counts = await pool.query('select learner, thirds from read_models.known_counts order by learner');
  expect(Object.fromEntries(counts.rows.map(({ learner, thirds }) => [learner, thirds]))).toEqual(healed);
  await appendEvents(log, [changed('zz', 'sol')]);
  await until('followed', async () => (await thirdsOf(pool, 'zz')) === 3);
  expect(await live()).toMatchObject({ error: null, failedEvent: null });
}

test('a projection stops at another log, and a replay repairs it', async () => {
  const { log, url, pool } = await testLog();
  const other = await testLog();
  await builtFrom(log, url, pool);
  await appendEvents(other.log, [changed('bb', 'gat')]);
  await noticedAndHealed(other.log, url, pool, 'another log', { bb: 3 });
});

test('a projection stops when its checkpoint is beyond the head of a restored log', async () => {
  const { log, url, pool } = await testLog();
  await builtFrom(log, url, pool);
  await pool.query(`delete from event_log.events where position > 1; update event_log.head set position = 1`);
  await noticedAndHealed(log, url, pool, 'beyond the head', { aa: 3 });
});

test('a projection stops when a restored log has grown with another history', async () => {
  const { log, url, pool } = await testLog();
  await builtFrom(log, url, pool);
  await pool.query(`delete from event_log.events where position > 1; update event_log.head set position = 1`);
  await appendEvents(
    log,
    ['sol', 'mar', 'uv', 'pan'].map(fragment => changed('aa', fragment)),
  );
  await noticedAndHealed(log, url, pool, 'its past was replaced', { aa: 15 });
});

test('a projection stops when a restored stream ends before the event at the checkpoint', async () => {
  const { log, url, pool } = await testLog();
  await builtFrom(log, url, pool);
  await pool.query(`delete from event_log.events where position > 1; update event_log.head set position = 1`);
  await appendEvents(
    log,
    ['sol', 'mar', 'uv', 'pan'].map(fragment => changed('bb', fragment)),
  );
  await noticedAndHealed(log, url, pool, 'its past was replaced', { aa: 3, bb: 12 });
});

import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { knownCounts } from '../../known-counts/known-counts.ts';
import type { Projection } from '../../projection.ts';
import { appendEvents, testLog, until } from '../../testing/database.ts';
import { changed, run, thirdsOf } from '../../testing/known-counts.ts';
import {
  cancelReplay,
  pendingReplays,
  previewReplay,
  projectionStatuses,
  requestReplay,
} from '../control.ts';

/** A live build that has applied two events, with queries on it. */
async function liveBuild(projection: Projection) {
  const { log, url, pool } = await testLog();
  await appendEvents(log, [changed('aa', 'gat'), changed('aa', 'ros')]);
  run(log, url, [projection]);
  const visible = (thirds: number) =>
    until(`${thirds} thirds`, async () => (await thirdsOf(pool, 'aa')) === thirds);
  const build = async (stage: 'live' | 'building') =>
    (await projectionStatuses(pool)).find(status => status.stage === stage);
  await visible(6);
  const swapped = () => until('swapped', async () => (await build('live'))?.build === 2);
  return { log, url, pool, visible, build, swapped };
}

/** A connection that holds a lock until it is released. */
async function holding(url: string, ...statements: readonly string[]): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  await client.query('begin');
  for (const statement of statements) await client.query(statement);
  let held = true;
  const letGo = async () => {
    if (held) await client.end();
    held = false;
  };
  onTestFinished(letGo);
  return letGo;
}

test('a rebuild that hangs in a batch does not delay live events', async () => {
  const gate = Promise.withResolvers<void>();
  const began = Promise.withResolvers<void>();
  const slow: Projection = {
    ...knownCounts,
    fold: undefined,
    async apply(batch, trx) {
      if (trx.table('known_counts').includes('_b2')) {
        began.resolve();
        await gate.promise;
      }
      await knownCounts.apply(batch, trx);
    },
  };
  const { log, pool, visible, build, swapped } = await liveBuild(slow);
  await requestReplay(pool, ['known-counts']);
  await began.promise;
  for (const [index, fragment] of ['flor', 'uv', 'sol'].entries()) {
    await appendEvents(log, [changed('aa', fragment)]);
    await visible(9 + 3 * index);
  }
  expect(await build('live')).toMatchObject({ build: 1, status: 'Active', eventsDone: 5 });
  expect(await build('building')).toMatchObject({ build: 2, eventsDone: 0 });
  gate.resolve();
  await swapped();
  expect(await thirdsOf(pool, 'aa')).toBe(15);
});

test('a rebuild that hangs during its copy does not delay live events', async () => {
  const { log, url, pool, visible, build, swapped } = await liveBuild(knownCounts);
  const nextTable = `read_models.known_counts__v${knownCounts.version}_b2`;
  // The rebuild must recreate this table to copy into it, so the lock makes it wait.
  const letGo = await holding(
    url,
    `insert into read_models.projection_state (projection, version, build, stage, replay, tables)
     values ('known-counts', ${knownCounts.version}, 2, 'building', 1, '{known_counts}')`,
    `create table ${nextTable} (learner text)`,
    'commit; begin',
    `lock table ${nextTable} in access share mode`,
  );
  await requestReplay(pool, ['known-counts']);
  const waiting = `select from pg_stat_activity where application_name like '%rebuild of%' and wait_event_type = 'Lock'
    and datname = current_database()`;
  await until('copying', async () => (await pool.query(waiting)).rows.length === 1);
  await appendEvents(log, [changed('aa', 'flor')]);
  await visible(9);
  expect((await pool.query(waiting)).rows).toHaveLength(1);
  expect(await build('live')).toMatchObject({ build: 1, eventsDone: 3 });
  await letGo();
  await swapped();
  expect(await thirdsOf(pool, 'aa')).toBe(9);
});

test('a finished rebuild waits for a long query of an analyst, and other queries wait for neither', async () => {
  const { log, url, pool, build, swapped } = await liveBuild(knownCounts);
  const letGo = await holding(url, 'select * from read_models.known_counts');
  await requestReplay(pool, ['known-counts']);
  await until('built', async () => ((await build('building'))?.eventsDone ?? 0) >= 2);
  for (const fragment of ['flor', 'uv', 'sol']) await appendEvents(log, [changed('aa', fragment)]);
  await until('both have seen them', async () => {
    const [live, building] = [await build('live'), await build('building')];
    return live?.build === 1 && live.eventsDone === 5 && building?.eventsDone === 5;
  });
  expect(await thirdsOf(pool, 'aa')).toBe(15);
  await letGo();
  await swapped();
  expect(await thirdsOf(pool, 'aa')).toBe(15);
});

test('a second request during a rebuild restarts it', async () => {
  const gate = Promise.withResolvers<void>();
  const began = Promise.withResolvers<void>();
  const slow: Projection = {
    ...knownCounts,
    fold: undefined,
    async apply(batch, trx) {
      if (trx.table('known_counts').includes('_b2')) {
        began.resolve();
        await gate.promise;
      }
      await knownCounts.apply(batch, trx);
    },
  };
  const { pool, build } = await liveBuild(slow);
  await requestReplay(pool, ['known-counts']);
  await began.promise;
  await requestReplay(pool, ['known-counts']);
  gate.resolve();
  await until('swapped', async () => ((await build('live'))?.build ?? 0) > 1);
  await until('answered', async () => {
    const { rows } = await pool.query<{ done: boolean }>(
      `select count(*) = 1 and min(replay) = 2 as done from read_models.projection_state where stage <> 'retired'`,
    );
    return rows[0]?.done === true;
  });
  expect(await thirdsOf(pool, 'aa')).toBe(6);
});

test('a cancelled rebuild is removed with its tables, the live build continues, and another can be requested', async () => {
  const gate = Promise.withResolvers<void>();
  const began = Promise.withResolvers<void>();
  const slow: Projection = {
    ...knownCounts,
    fold: undefined,
    async apply(batch, trx) {
      if (trx.table('known_counts').includes('_b2')) {
        began.resolve();
        await gate.promise;
      }
      await knownCounts.apply(batch, trx);
    },
  };
  const { log, pool, visible, build } = await liveBuild(slow);
  expect(await cancelReplay(pool, ['known-counts'])).toEqual([]);
  await requestReplay(pool, ['known-counts']);
  await began.promise;
  expect(await pendingReplays(pool, ['known-counts'])).toEqual(['known-counts']);
  expect(await cancelReplay(pool, ['known-counts'])).toEqual(['known-counts']);
  expect(await pendingReplays(pool, ['known-counts'])).toEqual([]);
  gate.resolve();
  await until('removed', async () => (await build('building')) === undefined);
  const { rows } = await pool.query(`select to_regclass('read_models.known_counts__v1_b2') as left`);
  expect(rows).toEqual([{ left: null }]);
  await appendEvents(log, [changed('aa', 'flor')]);
  await visible(9);
  expect(await build('live')).toMatchObject({ build: 1, status: 'Active' });
  await requestReplay(pool, ['known-counts']);
  await until('swapped', async () => ((await build('live'))?.build ?? 1) > 1);
  expect(await thirdsOf(pool, 'aa')).toBe(9);
});

test('a rebuild for a new version cannot be cancelled', async () => {
  const { log, url, pool, build } = await liveBuild(knownCounts);
  await pool.query('update read_models.projection_control set replays = replays + 1');
  const gate = Promise.withResolvers<void>();
  const next: Projection = {
    ...knownCounts,
    version: knownCounts.version + 1,
    fold: undefined,
    async apply(batch, trx) {
      await gate.promise;
      await knownCounts.apply(batch, trx);
    },
  };
  run(log, url, [next]);
  await until('building', async () => (await build('building'))?.version === next.version);
  expect(await cancelReplay(pool, ['known-counts'])).toEqual([]);
  gate.resolve();
  await until('swapped', async () => (await build('live'))?.version === next.version);
});

test('a preview estimates a rebuild: its events, and its duration at the last rate', async () => {
  const { pool } = await liveBuild(knownCounts);
  expect(await previewReplay(pool, ['known-counts'])).toEqual([
    { projection: 'known-counts', events: 2, seconds: null },
  ]);
  await pool.query('update read_models.projection_state set rate = 4');
  expect(await previewReplay(pool, ['known-counts'])).toMatchObject([{ events: 2, seconds: 0.5 }]);
});

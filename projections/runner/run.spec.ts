import { expect, test } from 'vitest';
import { knownCounts } from '../known-counts/known-counts.ts';
import type { Projection } from '../projection.ts';
import { appendEvents, testLog, until } from '../testing/database.ts';
import { changed, run, thirdsOf } from '../testing/known-counts.ts';
import { pause, projectionStatuses, requestReplay, resume } from './control.ts';

test('a projection catches up, follows new events, and resumes after a restart', async () => {
  const { log, url, pool } = await testLog();
  await appendEvents(log, [changed('aa', 'gat'), changed('aa', 'ros')]);
  const first = run(log, url, [knownCounts]);
  const seen = (thirds: number) =>
    until(`${thirds} thirds`, async () => (await thirdsOf(pool, 'aa')) === thirds);
  await seen(6);
  await appendEvents(log, [changed('aa', 'flor')]);
  await seen(9);
  await first.stop();
  await appendEvents(log, [changed('aa', 'uv')]);
  run(log, url, [knownCounts]);
  await seen(12);
  const [status] = await projectionStatuses(pool);
  expect(status).toMatchObject({
    projection: 'known-counts',
    status: 'Active',
    eventsDone: 4,
    stage: 'live',
  });
});

test('of two runners one leads; after its connections are killed one of them continues, and no event counts twice', async () => {
  const { log, url, pool } = await testLog();
  run(log, url, [knownCounts]);
  run(log, url, [knownCounts]);
  for (let round = 1; round <= 5; round++) {
    await appendEvents(log, [changed('aa', `f${round}`)]);
    await until(`round ${round}`, async () => (await thirdsOf(pool, 'aa')) === round * 3);
    await pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name like 'camino % projection %'`,
    );
  }
});

const flawed = (broken: () => boolean): Projection => ({
  ...knownCounts,
  fold: undefined,
  async apply(batch, trx) {
    if (broken() && batch.some(({ data }) => data['fragment'] === 'poison')) throw new Error('cannot digest');
    await knownCounts.apply(batch, trx);
  },
});

test('a poison event is found by bisection and named; after the fix nothing is missing', async () => {
  const { log, url, pool } = await testLog();
  let broken = true;
  await appendEvents(
    log,
    [...'abcdefg'].map(letter => changed('aa', letter)),
  );
  await appendEvents(log, [changed('aa', 'poison'), changed('aa', 'h')]);
  run(log, url, [flawed(() => broken)]);
  const status = async () => (await projectionStatuses(pool))[0];
  await until('failed', async () => (await status().catch(() => undefined))?.status === 'Failed');
  expect(await status()).toMatchObject({
    failedEvent: { stream: 'vocabulary-aa-spanish', revision: 7, type: 'FragmentChanged' },
    error: 'cannot digest',
    eventsDone: 7,
  });
  expect(await thirdsOf(pool, 'aa')).toBe(21);
  broken = false;
  await resume(pool, ['known-counts']);
  await until('resumed', async () => (await thirdsOf(pool, 'aa')) === 27);
  expect(await status()).toMatchObject({ status: 'Active', failedEvent: null, error: null });
});

test('a paused projection stops, and a resumed one catches up', async () => {
  const { log, url, pool } = await testLog();
  run(log, url, [knownCounts]);
  await appendEvents(log, [changed('aa', 'gat')]);
  await until('active', async () => (await thirdsOf(pool, 'aa')) === 3);
  await pause(pool, ['known-counts']);
  await until('paused', async () => (await projectionStatuses(pool))[0]?.status === 'Paused');
  await appendEvents(log, [changed('aa', 'ros')]);
  expect(await thirdsOf(pool, 'aa')).toBe(3);
  await resume(pool, ['known-counts']);
  await until('caught up', async () => (await thirdsOf(pool, 'aa')) === 6);
  await expect(pause(pool, ['no such model'])).rejects.toThrow('no such model');
});

test('a replay is built beside the live build and swapped in without errors or mixed rows', async () => {
  const { log, url, pool } = await testLog();
  await appendEvents(
    log,
    Array.from({ length: 60 }, (_, index) => changed(`l${index % 6}`, `f${index}`)),
  );
  run(log, url, [knownCounts]);
  const total = async () => {
    const { rows } = await pool.query<{ sum: string }>('select sum(thirds) from read_models.known_counts');
    return Number(rows[0]?.sum);
  };
  await until('caught up', async () => (await total().catch(() => 0)) === 180);
  const build = async () => (await projectionStatuses(pool)).find(({ stage }) => stage === 'live')?.build;
  const before = await build();
  const sums = new Set<number>();
  let reading = true;
  const readers = Array.from({ length: 3 }, async () => {
    while (reading) sums.add(await total());
  });
  await requestReplay(pool, ['known-counts']);
  await until('swapped', async () => (await build()) !== before);
  await appendEvents(log, [changed('l0', 'after')]);
  await until('followed', async () => (await total()) === 183);
  reading = false;
  await Promise.all(readers);
  expect([...sums].sort()).toEqual([180, 183]);
});

test('a rebuild that cannot fold an event continues in batches and names the event', async () => {
  const { log, url, pool } = await testLog();
  await appendEvents(log, [changed('aa', 'gat'), changed('aa', 'poison')]);
  const first = run(log, url, [knownCounts]);
  await until('caught up', async () => (await thirdsOf(pool, 'aa')) === 6);
  await first.stop();
  const unfoldable: Projection = {
    ...flawed(() => true),
    version: knownCounts.version + 1,
    fold: () => {
      throw new Error('cannot digest');
    },
  };
  run(log, url, [unfoldable]);
  const building = async () => (await projectionStatuses(pool)).find(({ stage }) => stage === 'building');
  await until('failed', async () => (await building())?.status === 'Failed');
  expect(await building()).toMatchObject({ failedEvent: { revision: 1 }, error: 'cannot digest' });
  expect(await thirdsOf(pool, 'aa')).toBe(6);
});

test('a new version is built beside the old one and replaces it', async () => {
  const { log, url, pool } = await testLog();
  await appendEvents(log, [changed('aa', 'gat')]);
  const old = run(log, url, [knownCounts]);
  await until('first version', async () => (await thirdsOf(pool, 'aa')) === 3);
  await old.stop();
  const doubled: Projection = { ...knownCounts, version: knownCounts.version + 1, fold: undefined };
  run(log, url, [doubled]);
  await until('second version', async () =>
    (await projectionStatuses(pool)).some(
      ({ version, stage }) => version === doubled.version && stage === 'live',
    ),
  );
  expect(await thirdsOf(pool, 'aa')).toBe(3);
});

import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { connect } from '../database/connect.ts';
import type { LogPosition } from '../facade/log-position.ts';
import { profile } from '../facade/users.ts';
import { knownFragmentCount, updateBookProgress, vocabularies } from '../facade/vocabularies.ts';
import { pause, projectionStatuses, resume } from '../projections/runner/control.ts';
import { testDatabase } from '../tooling/testing/database.ts';
import { learningApp } from '../tooling/testing/learning-app.ts';
import { allTables } from '../tooling/testing/templates.ts';
import { type Queried, ReadModelsUnavailable, readModels } from './consistency.ts';

const logId = '3f2a91bc-0000-4000-8000-000000000000';
const at = (position: string) => ({ log: '3f2a91bc', position });

/** Read models whose tables the spec itself changes. */
async function known() {
  const { url } = await testDatabase({ template: allTables });
  const { db, pool, close } = connect(url);
  onTestFinished(close);
  await pool.query(`
    create schema read_models;
    create table read_models.checkpoints (
      projection text primary key, position text collate "C", log_id text,
      running boolean not null default true, status text not null default 'Active', built boolean not null default true
    );
    create table read_models.known_counts (
      learner text, language text, epoch int, thirds int, current boolean
    );
    insert into read_models.known_counts values ('a', 'es', 0, 0, true);
    insert into read_models.checkpoints values ('known-counts', '0005', '${logId}');
  `);
  const moveTo = (position: string, thirds: number) =>
    pool.query(`
      with moved as (update read_models.checkpoints set position = '${position}')
      update read_models.known_counts set thirds = ${thirds}
    `);
  const set = (change: string) => pool.query(`update read_models.checkpoints set ${change}`);
  return { db, pool, moveTo, set };
}

type Database = Awaited<ReturnType<typeof known>>['db'];
const fresh = { after: undefined, stale: () => {}, readAt: () => {} };

/** Both ways to read; they must give the same result. */
async function ask(db: Database, after: LogPosition | undefined, wait: number) {
  const read = readModels(db, wait);
  const seen = await Promise.all(
    (['rows', 'snapshot'] as const).map(async way => {
      let stale = false;
      let from: LogPosition | undefined;
      const freshness = {
        after,
        stale: () => {
          stale = true;
        },
        readAt: (position: LogPosition) => {
          from = position;
        },
      };
      const query = (queried: Kysely<Queried>) =>
        queried.selectFrom('read_models.known_counts').select('thirds');
      const rows =
        way === 'rows'
          ? await read.rows(['known-counts'], freshness, query)
          : await read.snapshot(['known-counts'], freshness, queried => query(queried).execute());
      return { thirds: rows[0]?.thirds, stale, ...(from && { from }) };
    }),
  );
  expect(seen[1]).toEqual(seen[0]);
  return seen[0];
}

test('without a position, or at it, a query does not wait', async () => {
  const { db } = await known();
  const begun = performance.now();
  expect(await ask(db, undefined, 60_000)).toEqual({ thirds: 0, stale: false });
  expect(await ask(db, at('0005'), 60_000)).toEqual({ thirds: 0, stale: false });
  expect(performance.now() - begun).toBeLessThan(30_000);
});

test('a query waits for the position and then returns its rows', async () => {
  const { db, moveTo } = await known();
  const asked = ask(db, at('0007'), 60_000);
  await moveTo('0006', 1);
  await moveTo('0007', 2);
  expect(await asked).toEqual({ thirds: 2, stale: false });
});

test('when the position is not reached in time, the reply has the existing rows and is stale', async () => {
  const { db } = await known();
  expect(await ask(db, at('0006'), 100)).toEqual({ thirds: 0, stale: true });
});

test('when a projection behind the position is not running, the reply is immediate and stale', async () => {
  const { db, moveTo, set } = await known();
  await set(`running = false, status = 'Paused'`);
  const begun = performance.now();
  expect(await ask(db, at('0006'), 60_000)).toEqual({ thirds: 0, stale: true });
  expect(await ask(db, undefined, 60_000)).toEqual({ thirds: 0, stale: true });
  await moveTo('0006', 4);
  expect(await ask(db, at('0006'), 60_000)).toEqual({ thirds: 4, stale: false });
  expect(performance.now() - begun).toBeLessThan(30_000);
});

test('a failed projection is stale for any position, also its own', async () => {
  const { db, set } = await known();
  await set(`running = false, status = 'Failed'`);
  for (const after of [undefined, at('0001'), at('0005'), at('0009')])
    expect(await ask(db, after, 60_000)).toEqual({ thirds: 0, stale: true });
});

test('a projection that catches up after an outage is stale for queries without a position', async () => {
  const { db, set } = await known();
  await set(`status = 'Booting'`);
  expect(await ask(db, undefined, 60_000)).toEqual({ thirds: 0, stale: true });
  expect(await ask(db, at('0005'), 60_000)).toEqual({ thirds: 0, stale: false });
});

test("a query does not wait for a position of another log, and returns the read models' position", async () => {
  const { db } = await known();
  for (const position of ['0001', '9999'])
    expect(await ask(db, { log: 'aaaaaaaa', position }, 60_000)).toEqual({
      thirds: 0,
      stale: true,
      from: at('0005'),
    });
});

test('queries fail during a first build and succeed after it', async () => {
  const { db, set } = await known();
  await set(`built = false, status = 'Booting'`);
  for (const after of [undefined, at('0001'), at('0009')])
    await expect(ask(db, after, 50)).rejects.toThrow(ReadModelsUnavailable);
  const asked = ask(db, undefined, 60_000);
  await set(`built = true, status = 'Active'`);
  expect(await asked).toEqual({ thirds: 0, stale: false });
});

test('queries fail on views of another version', async () => {
  const { db, pool } = await known();
  await pool.query('alter table read_models.known_counts rename thirds to points');
  await expect(ask(db, undefined, 50)).rejects.toThrow(ReadModelsUnavailable);
});

test('queries do not wait for a paused projection', async () => {
  const app = await learningApp();
  onTestFinished(app.close);
  const ana = await app.learner('ana');
  const statuses = async () =>
    (await projectionStatuses(app.pool)).find(({ projection }) => projection === 'known-counts')?.status;
  await expect.poll(statuses).toBe('Active');
  await pause(app.pool, ['known-counts']);
  await expect.poll(statuses).toBe('Paused');
  const after = `${(await app.log.id()).slice(0, 8)}:${'9'.repeat(19)}`;
  const ask = () => app.call(knownFragmentCount, ana, { body: { languageId: 'es' }, after });
  const begun = performance.now();
  for (let round = 0; round < 30; round++) expect((await ask()).headers.get('X-Stale')).toBe('true');
  // Each would otherwise wait for a full second.
  expect(performance.now() - begun).toBeLessThan(25_000);
  await resume(app.pool, ['known-counts']);
  await expect.poll(statuses).toBe('Active');
});

test('rows and checkpoint of a query belong to the same position', async () => {
  const { db, moveTo } = await known();
  const signal = new AbortController();
  const moving = (async () => {
    for (let thirds = 0; !signal.signal.aborted; thirds++)
      await moveTo(String(thirds).padStart(4, '0'), thirds);
  })();
  const read = readModels(db);
  for (let round = 0; round < 100; round++) {
    const seen = await read.snapshot(['known-counts'], fresh, async snapshot => {
      const before = await snapshot.selectFrom('read_models.checkpoints').select('position').execute();
      await sleep(1);
      const rows = await snapshot.selectFrom('read_models.known_counts').select('thirds').execute();
      return [Number(before[0]?.position), rows[0]?.thirds];
    });
    if (seen?.[0] !== 5 || seen[1] !== 0) expect(seen?.[0]).toBe(seen?.[1]);
  }
  signal.abort();
  await moving;
});

test('a swap waits for queries that began before it', async () => {
  const { db, pool } = await known();
  await pool.query(`
    alter table read_models.known_counts rename to known_counts_1;
    create view read_models.known_counts as select * from read_models.known_counts_1;
  `);
  const swap = `
    set local lock_timeout = '50ms';
    create or replace view read_models.known_counts as select * from read_models.known_counts_1 where false
  `;
  const rows = await readModels(db).snapshot(['known-counts'], fresh, async snapshot => {
    await expect(pool.query(swap)).rejects.toThrow('lock timeout');
    return snapshot.selectFrom('read_models.known_counts').selectAll().execute();
  });
  expect(rows).toHaveLength(1);
  await pool.query(swap);
});

test('a query sees view and checkpoint from before a swap, or both from after it', async () => {
  const { db, pool } = await known();
  await pool.query(`
    alter table read_models.known_counts rename to known_counts_5;
    create table read_models.known_counts_6 as select learner, language, epoch, 6 as thirds, current
      from read_models.known_counts_5;
    update read_models.known_counts_5 set thirds = 5;
    create view read_models.known_counts as select * from read_models.known_counts_5;
  `);
  const signal = new AbortController();
  let swaps = 0;
  const swapping = (async () => {
    for (; !signal.signal.aborted; swaps++)
      await pool.query(`
        create or replace view read_models.known_counts as select * from read_models.known_counts_${5 + (swaps % 2)};
        update read_models.checkpoints set position = '000${5 + (swaps % 2)}'
      `);
  })();
  const read = readModels(db);
  for (let round = 0; round < 300 || swaps < 50; round++)
    for (const after of [undefined, at('0005')]) {
      const seen = await read.rows(['known-counts'], { ...fresh, after }, queried =>
        queried
          .selectFrom(['read_models.known_counts', 'read_models.checkpoints'])
          .select(['thirds', 'read_models.checkpoints.position']),
      );
      expect(Number(seen?.[0]?.position)).toBe(seen?.[0]?.thirds);
    }
  signal.abort();
  await swapping;
});

test('before the projections first run, queries fail instead of returning nothing', async () => {
  const app = await learningApp({ projecting: false });
  onTestFinished(app.close);
  const early = await app.learner('early');
  const asked = await Promise.all([
    app.call(profile, early),
    app.call(vocabularies, early),
    app.call(knownFragmentCount, early, { body: { languageId: 'es' } }),
    app.call(updateBookProgress, early),
  ]);
  for (const { status, headers, failure } of asked) {
    expect([status, headers.get('Retry-After')]).toEqual([503, '5']);
    expect(failure.message).toBe('Your data is being prepared. Try again in a moment.');
  }
});

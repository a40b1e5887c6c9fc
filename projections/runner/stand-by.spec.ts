import type pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { appendEvents, testLog, until } from '../testing/database.ts';
import { changed, thirdsOf } from '../testing/known-counts.ts';
import { endRunner, startRunner } from '../testing/runner-process.ts';

/** Ids of the processes that lead known-counts: their session has its lock. */
async function leaders(pool: pg.Pool): Promise<number[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select application_name as name from pg_locks join pg_stat_activity using (pid)
     where locktype = 'advisory' and granted and application_name like 'camino % projection known-counts'
       and pg_stat_activity.datname = current_database()`,
  );
  return rows.map(({ name }) => Number(name.split(' ')[1]));
}

/** Two processes on one database, and who of them leads. */
async function twoProcesses() {
  const { log, url, pool } = await testLog();
  const processes = [startRunner({ DATABASE_URL: url }), startRunner({ DATABASE_URL: url })];
  onTestFinished(async () => {
    for (const one of processes) await endRunner(one, 'SIGKILL');
  });
  await until('somebody leads', async () => (await leaders(pool)).length === 1);
  await until('both are connected', async () => {
    const { rows } = await pool.query(
      `select from pg_stat_activity
       where application_name like 'camino % projection known-counts' and datname = current_database()`,
    );
    return rows.length === 2;
  });
  const [pid] = await leaders(pool);
  const leader = processes.find(one => one.pid === pid);
  const standBy = processes.find(one => one !== leader);
  if (!leader || !standBy) throw new Error('a stranger leads');
  const visible = (thirds: number) =>
    until(`${thirds} thirds`, async () => (await thirdsOf(pool, 'aa')) === thirds);
  return { log, pool, leader, standBy, visible };
}

test('after kill -9 of the leader the stand-by continues, and no event counts twice', async () => {
  const { log, pool, leader, standBy, visible } = await twoProcesses();
  const fragments = Array.from({ length: 40 }, (_, index) => changed('aa', `f${index}`));
  await appendEvents(log, fragments.slice(0, 10));
  await visible(30);
  // It dies with work at hand.
  const telling = appendEvents(log, fragments.slice(10));
  await endRunner(leader, 'SIGKILL');
  // It asks every second; far longer would be a stand-by that waits for something else.
  await until('taken over', async () => (await leaders(pool))[0] === standBy.pid, 30);
  await telling;
  await visible(120);
  expect(await leaders(pool)).toEqual([standBy.pid]);
});

test('on SIGTERM the leader finishes its batch, releases its lock and exits with 0; the stand-by continues', async () => {
  const { log, pool, leader, standBy, visible } = await twoProcesses();
  const telling = appendEvents(
    log,
    Array.from({ length: 40 }, (_, index) => changed('aa', `f${index}`)),
  );
  await until('at work', async () => ((await thirdsOf(pool, 'aa')) ?? 0) > 0);
  expect(await endRunner(leader, 'SIGTERM')).toBe(0);
  expect(await leaders(pool)).not.toContain(leader.pid);
  await telling;
  await visible(120);
  expect(await endRunner(standBy, 'SIGTERM')).toBe(0);
  const { rows } =
    await pool.query(`select from pg_stat_activity where application_name like 'camino % projection %'
    and datname = current_database()`);
  expect(rows).toEqual([]);
});

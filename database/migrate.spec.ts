import { expect, onTestFinished, test } from 'vitest';
import { testDatabase } from '../tooling/testing/database.ts';
import { connect } from './connect.ts';
import { migrate } from './migrate.ts';
import { migrations } from './migrations/list.ts';

async function database() {
  const { url } = await testDatabase();
  return () => {
    const connection = connect(url);
    onTestFinished(connection.close);
    return connection;
  };
}

test('processes that start together apply each migration once', async () => {
  const open = await database();
  const applied = await Promise.all(Array.from({ length: 4 }, () => migrate(open().pool)));
  expect(applied.flat()).toEqual(migrations.map(({ name }) => name));
  expect(await migrate(open().pool)).toEqual([]);
});

test('a failed migration is rolled back, and the next start resumes there', async () => {
  const { pool } = (await database())();
  const first = { name: '1', sql: 'create table one (a integer)' };
  const broken = { name: '2', sql: 'create table two (a integer); select nonsense' };
  await expect(migrate(pool, [first, broken])).rejects.toThrow('migration 2 failed: column "nonsense"');
  const { rows } = await pool.query("select to_regclass('one') as one, to_regclass('two') as two");
  expect(rows).toEqual([{ one: 'one', two: null }]);
  const mended = { name: '2', sql: 'create table two (a integer)' };
  expect(await migrate(pool, [first, mended])).toEqual(['2']);
});

test('an idle connection that breaks does not end the process', async () => {
  const { pool, db } = (await database())();
  await migrate(pool);
  const [breaks, breaker] = [await pool.connect(), await pool.connect()];
  const { rows } = await breaks.query<{ pid: number }>('select pg_backend_pid() as pid');
  breaks.release();
  await breaker.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
  await expect.poll(() => pool.totalCount).toBe(1);
  breaker.release();
  expect(await db.selectFrom('accounts').selectAll().execute()).toEqual([]);
});

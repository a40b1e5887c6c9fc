import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { testDatabase } from '../tooling/testing/database.ts';
import { openPool } from './pool.ts';

test('a connection that the server ends, idle or checked out, fails what it is used for and not the process', async () => {
  const { url } = await testDatabase();
  const [pool, operator] = [openPool({ connectionString: url }), openPool({ connectionString: url })];
  onTestFinished(async () => void (await Promise.all([pool.end(), operator.end()])));
  const client = await pool.connect();
  const idle = await pool.connect();
  idle.release();
  const broken = once(client, 'end');
  await client.query('begin');
  await operator.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  await broken;
  await expect(client.query('commit')).rejects.toThrow();
  client.release(true);
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});

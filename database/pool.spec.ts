import { expect, onTestFinished, test } from 'vitest';
import { testDatabase } from '../tooling/testing/database.ts';
import { openPool } from './pool.ts';

test('a connection that the server ends fails its query and not the process', async () => {
  const { url } = await testDatabase();
  const [pool, operator] = [openPool({ connectionString: url }), openPool({ connectionString: url })];
  onTestFinished(async () => void (await Promise.all([pool.end(), operator.end()])));
  const client = await pool.connect();
  const idle = await pool.connect();
  idle.release();
  const broken = new Promise(resolve => client.once('end', resolve));
  await client.query('begin');
  await operator.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  await broken;
  const failure = await client.query('commit').catch(error => error);
  client.release(true);
  expect(failure).toBeInstanceOf(Error);
  // The pool may hand out the idle connection once more before it notices.
  const again = () =>
    pool.query('select 1 as one').then(
      ({ rows }) => rows,
      () => undefined,
    );
  await expect.poll(again).toEqual([{ one: 1 }]);
});

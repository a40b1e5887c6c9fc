import { expect, test } from 'vitest';
import { testDatabase } from '../tooling/testing/database.ts';
import { connect } from './connect.ts';

test.each([
  [
    'Kysely',
    ({ db }: ReturnType<typeof connect>) => db.selectNoFrom(({ lit }) => lit(1).as('one')).execute(),
  ],
  ['the pool alone', ({ pool }: ReturnType<typeof connect>) => pool.query('select 1')],
])('closing ends every connection, also those that only %s used', async (_, use) => {
  const { url } = await testDatabase();
  const connection = connect(url);
  await use(connection);
  expect(connection.pool.totalCount).toBe(1);
  await connection.close();
  expect(connection.pool.totalCount).toBe(0);
});

import { connect, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { testDatabase } from '../tooling/testing/database.ts';
import { freePort } from './postgres/port.ts';
import { openStores } from './stores.ts';

test('a start waits for a database that answers later', async () => {
  const url = new URL((await testDatabase()).url);
  const database = { host: url.hostname, port: Number(url.port) };
  url.port = String(await freePort());
  const late = createServer(client => {
    const server = connect(database);
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const)
      from.on('error', () => to.destroy()).pipe(to);
  });
  onTestFinished(() => void late.close());
  const said: string[] = [];
  const stores = await openStores(
    { databaseUrl: url.href, eventStoreUrl: undefined, dataDirectory: '', roles: ['query-api'] },
    line => {
      // Later the log tells that the database went away, when the test ends.
      if (said.push(line) === 1) late.listen(Number(url.port), url.hostname);
    },
  );
  onTestFinished(stores.close);
  expect(said.slice(0, 1)).toEqual(['the database cannot be reached yet; waiting a minute for it at most']);
  const { rows } = await stores.connection.pool.query("select to_regclass('accounts') as accounts");
  expect(rows).toEqual([{ accounts: 'accounts' }]);
});

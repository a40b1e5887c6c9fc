import pg from 'pg';
import { testDatabase } from '../../tooling/testing/database.ts';
import { adapterSuite } from '../suite/adapter-suite.ts';
import { faultyNetworkTo } from '../suite/faulty-network.ts';
import { postgresLog } from './postgres-log.ts';

adapterSuite('the log in Postgres', async () => {
  const { url, drop } = await testDatabase({ keep: true });
  const log = await postgresLog({ url });
  return {
    log,
    another: () => postgresLog({ url }),
    overFaultyNetwork: async () => {
      const server = new URL(url);
      const network = await faultyNetworkTo(server.hostname, Number(server.port));
      const far = Object.assign(new URL(url), { hostname: '127.0.0.1', port: String(network.port) });
      return { log: await postgresLog({ url: far.href }), network };
    },
    restart: () => terminateAll(url),
    async close() {
      await log.close();
      await drop();
    },
  };
});

async function terminateAll(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  await client.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  await client.end();
}

import { describe, expect, test } from 'vitest';
import { Unavailable } from '../log.ts';
import { adapterSuite } from '../suite/adapter-suite.ts';
import { eventStoreDbLog } from './eventstoredb-log.ts';
import { realServer } from './testing/server.ts';

const server = await realServer();

test('a missing server is Unavailable at once, for reads and appends', async () => {
  const log = eventStoreDbLog({ url: 'esdb://127.0.0.1:9?tls=false&maxDiscoverAttempts=1' });
  const began = performance.now();
  await expect(log.readStream('count-1')).rejects.toBeInstanceOf(Unavailable);
  await expect(
    log.append('count-1', 'none', [
      {
        id: '00000000-0000-4000-8000-000000000001',
        type: 'Counted',
        data: {},
        metadata: { commandId: 'c', actor: 'a', at: '2026-11-21T00:00:00.000Z', schema: 1 },
      },
    ]),
  ).rejects.toBeInstanceOf(Unavailable);
  expect(performance.now() - began).toBeLessThan(15_000);
  await log.close();
});

if ('missing' in server)
  describe('the log in EventStoreDB', () => {
    test('passes the suite of the log port', ({ skip }) => skip(server.missing));
  });
else
  adapterSuite('the log in EventStoreDB', async () => {
    const log = eventStoreDbLog({ url: server.url });
    return {
      log,
      another: async () => eventStoreDbLog({ url: server.url }),
      restart: server.restart,
      async close() {
        await log.close();
        await server.stop();
      },
    };
  });

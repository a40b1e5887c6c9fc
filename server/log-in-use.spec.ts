import { expect, onTestFinished, test } from 'vitest';
import { connect } from '../database/connect.ts';
import { migrate } from '../database/migrate.ts';
import { Unavailable } from '../event-store/log.ts';
import { postgresLog } from '../event-store/postgres/postgres-log.ts';
import { numbered } from '../event-store/suite/test-events.ts';
import { testDatabase } from '../tooling/testing/database.ts';
import { requireLogInUse, setLogInUse } from './log-in-use.ts';

async function installation() {
  const { url } = await testDatabase();
  const { pool, close } = connect(url);
  onTestFinished(close);
  await migrate(pool);
  return { pool, url };
}

async function openedLog(url?: string) {
  const log = await postgresLog({ url: url ?? (await testDatabase()).url });
  onTestFinished(() => log.close());
  return log;
}

test('commands go to the log that was used first, and another one takes none, though it is empty and answers', async () => {
  const { pool } = await installation();
  const [used, other] = [await openedLog(), await openedLog()];
  await requireLogInUse(used, pool).append('a-1', 'none', numbered(1));
  const wrong = requireLogInUse(other, pool);
  await expect(wrong.append('a-1', 'none', numbered(1))).rejects.toThrow(Unavailable);
  await expect(wrong.readStream('a-1')).rejects.toThrow('is not the one in use');
  expect(await other.readAll()).toEqual([]);
  // A process that starts later, and the one that was there.
  await requireLogInUse(used, pool).append('a-1', 0, numbered(1));
});

test('the log that everything was moved to is in use from then on', async () => {
  const { pool } = await installation();
  const [before, after] = [await openedLog(), await openedLog()];
  await requireLogInUse(before, pool).append('a-1', 'none', numbered(1));
  await setLogInUse(pool, await after.id());
  await requireLogInUse(after, pool).append('a-1', 'none', numbered(1));
  await expect(requireLogInUse(before, pool).append('a-1', 0, numbered(1))).rejects.toThrow(Unavailable);
});

test('of several processes that start at once all agree', async () => {
  const { pool, url } = await installation();
  const log = await openedLog(url);
  await Promise.all([0, 1, 2, 3].map(n => requireLogInUse(log, pool).append(`a-${n}`, 'none', numbered(1))));
  expect(await log.readAll()).toHaveLength(4);
});

import { expect, onTestFinished, test } from 'vitest';
import { upcasters } from '../domain/vocabulary/upcasters.ts';
import { pagesOf } from '../event-store/pages.ts';
import { postgresLog } from '../event-store/postgres/postgres-log.ts';
import { upcastingLog } from '../event-store/upcasting.ts';
import { testDatabase } from '../tooling/testing/database.ts';
import { endlessLearner, fillLog } from './endless.ts';

test('an endless learner does the same for the same number, and others do something else', () => {
  const first = (number: number) => endlessLearner(number).commands.take(200).toArray();
  expect(first(3)).toEqual(first(3));
  expect(first(3)).not.toEqual(first(4));
  const times = first(3).map(({ at }) => at);
  expect(times).toEqual(times.toSorted());
});

test('a log is filled with as many events as are asked for, and a command or so per worker more', async () => {
  const { url } = await testDatabase();
  const log = upcastingLog(await postgresLog({ url }), upcasters);
  onTestFinished(log.close);
  const written = await fillLog(log, 500, 64);
  let stored = 0;
  for await (const page of pagesOf(log)) stored += page.length;
  expect(stored).toBe(written);
  expect(written).toBeGreaterThanOrEqual(500);
  expect(written).toBeLessThan(500 + 32 * 12);
});

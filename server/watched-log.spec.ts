import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { postgresLog } from '../event-store/postgres/postgres-log.ts';
import { numbered, ownCategory } from '../event-store/suite/made-up.ts';
import { type Network, networkTo } from '../event-store/suite/network.ts';
import { testDatabase } from '../tooling/testing/database.ts';
import { watchedLog } from './watched-log.ts';

/** A log whose way to its server can be made bad, and what its operator is told. */
async function farLog() {
  const { url } = await testDatabase();
  const near = new URL(url);
  const network: Network = await networkTo(near.hostname, Number(near.port));
  const far = Object.assign(new URL(url), { hostname: '127.0.0.1', port: String(network.port) });
  const reports: string[] = [];
  const log = watchedLog(await postgresLog({ url: far.href }), line => reports.push(line));
  onTestFinished(async () => {
    network.heal();
    await log.close();
    await network.close();
  });
  return { log, network, reports };
}

test('an outage is told once, its calls fail at once, and it ends by itself when the log is back', async () => {
  const { log, network, reports } = await farLog();
  await log.head();
  network.cut();
  await expect.poll(() => log.head().catch(error => error.name)).toBe('Unavailable');
  await expect.poll(() => reports).toHaveLength(1);
  network.freeze();
  const began = performance.now();
  const calls = [log.id(), log.readAll(), log.append(`${ownCategory()}-1`, 'none', numbered(1))];
  for (const outcome of await Promise.allSettled(calls))
    expect(outcome).toMatchObject({ status: 'rejected', reason: { name: 'Unavailable' } });
  await expect(
    log.subscribe({ after: '' }, new AbortController().signal)[Symbol.asyncIterator]().next(),
  ).rejects.toThrow('Postgres cannot be reached');
  expect(performance.now() - began).toBeLessThan(500);
  network.heal();
  // Nobody asks meanwhile but the watch itself.
  await expect.poll(() => reports, { timeout: 10_000 }).toHaveLength(2);
  expect(reports).toEqual([
    expect.stringMatching(/^the log is away: Postgres cannot be reached: .+; commands answer 503/),
    expect.stringMatching(/^the log answers again after \d+ s$/),
  ]);
  await log.append(`${ownCategory()}-1`, 'none', numbered(1));
});

test('one call that lost its reply is no outage', async () => {
  const { log, network, reports } = await farLog();
  await log.head();
  network.loseReplies();
  const lost = log.append(`${ownCategory()}-1`, 'none', numbered(1)).catch(error => error.name);
  network.heal();
  await lost;
  await log.head();
  await pause(300);
  expect(reports).toEqual([]);
});

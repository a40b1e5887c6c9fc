import { expect, onTestFinished, test } from 'vitest';
import { testDatabase } from '../tooling/testing/database.ts';
import { withCircuitBreaker } from './circuit-breaker.ts';
import type { Log } from './log.ts';
import { postgresLog } from './postgres/postgres-log.ts';
import { faultyNetworkTo } from './suite/faulty-network.ts';
import { numbered, ownCategory } from './suite/test-events.ts';

/** A log behind a faulty network, the messages to the operator, and the number of calls that reached the log. */
async function guardedLog() {
  const { url } = await testDatabase();
  const near = new URL(url);
  const network = await faultyNetworkTo(near.hostname, Number(near.port));
  const far = Object.assign(new URL(url), { hostname: '127.0.0.1', port: String(network.port) });
  const reports: string[] = [];
  const inner = await postgresLog({ url: far.href });
  const reached: string[] = [];
  const counted: Log = {
    ...inner,
    id: () => reached.push('id') && inner.id(),
    readAll: page => reached.push('readAll') && inner.readAll(page),
    append: (...append) => reached.push('append') && inner.append(...append),
    subscribe: (...after) => {
      reached.push('subscribe');
      return inner.subscribe(...after);
    },
  } as Log;
  const probes: Promise<unknown>[] = [];
  counted.head = () => {
    const probe = inner.head();
    probes.push(probe.catch(() => {}));
    return probe;
  };
  const log = withCircuitBreaker(counted, line => reports.push(line));
  onTestFinished(async () => {
    network.heal();
    await log.close();
    await network.close();
  });
  return { log, network, reports, reached, probes };
}

test('an outage is reported once, calls fail at once during it, and it ends when the log is back', async () => {
  const { log, network, reports, reached } = await guardedLog();
  await log.head();
  network.cut();
  await expect.poll(() => log.head().catch(error => error.name)).toBe('Unavailable');
  await expect.poll(() => reports).toHaveLength(1);
  network.freeze();
  const calls = [log.id(), log.readAll(), log.append(`${ownCategory()}-1`, 'none', numbered(1))];
  for (const outcome of await Promise.allSettled(calls))
    expect(outcome).toMatchObject({ status: 'rejected', reason: { name: 'Unavailable' } });
  await expect(
    log.subscribe({ after: '' }, new AbortController().signal)[Symbol.asyncIterator]().next(),
  ).rejects.toThrow('Postgres cannot be reached');
  expect(reached).toEqual([]);
  network.heal();
  // Only the probe calls the log meanwhile.
  await expect.poll(() => reports).toHaveLength(2);
  expect(reports).toEqual([
    expect.stringMatching(/^the log is away: Postgres cannot be reached: .+; commands answer 503/),
    expect.stringMatching(/^the log answers again after \d+ s$/),
  ]);
  await log.append(`${ownCategory()}-1`, 'none', numbered(1));
});

test('one lost reply is not an outage', async () => {
  const { log, network, reports, probes } = await guardedLog();
  await log.head();
  network.loseReplies();
  const lost = log.append(`${ownCategory()}-1`, 'none', numbered(1)).catch(error => error.name);
  network.heal();
  await lost;
  await log.head();
  await Promise.all(probes);
  expect(reports).toEqual([]);
});

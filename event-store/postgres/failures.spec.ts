import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { testDatabase } from '../../tooling/testing/database.ts';
import { Ambiguous, InvalidAppend, type Log, LogDamaged, Unavailable } from '../log.ts';
import { type FaultyNetwork, faultyNetworkTo } from '../suite/faulty-network.ts';
import { follow } from '../suite/following.ts';
import { numbered, numbersOf, testEvent, upTo } from '../suite/test-events.ts';
import { postgresLog } from './postgres-log.ts';

/** A log behind a faulty network. */
async function farLog(): Promise<{ log: Log; network: FaultyNetwork; url: string }> {
  const { url } = await testDatabase();
  const { hostname, port } = new URL(url);
  const network = await faultyNetworkTo(hostname, Number(port));
  const far = new URL(url);
  far.host = `127.0.0.1:${network.port}`;
  const log = await postgresLog({ url: far.href });
  onTestFinished(async () => {
    await log.close();
    await network.close();
  });
  return { log, network, url };
}

test('a lost reply is Ambiguous, and a retry with the same ids tells the outcome', async () => {
  const { log, network } = await farLog();
  const events = numbered(3);
  await log.append('a-0', 'none', numbered(1));
  network.loseReplies();
  await expect(log.append('a-1', 'none', events)).rejects.toThrow(Ambiguous);
  network.heal();
  const again = await log.append('a-1', 'none', events);
  expect(again.revision).toBe(2);
  expect(await log.readStream('a-1')).toHaveLength(3);
  expect(again.position).toBe((await log.readStream('a-1')).at(-1)?.position);
});

test('without a connection nothing is stored, and all calls fail at once', async () => {
  const { log, network } = await farLog();
  network.cut();
  await expect.poll(() => log.head().catch(error => error)).toBeInstanceOf(Unavailable);
  const before = Date.now();
  const appends = await Promise.allSettled(upTo(600).map(n => log.append(`a-${n}`, 'none', numbered(1))));
  for (const append of appends)
    expect(append.status === 'rejected' && append.reason).toBeInstanceOf(Unavailable);
  await expect(log.readStream('a-1')).rejects.toThrow(Unavailable);
  await expect(log.readAll()).rejects.toThrow(Unavailable);
  await expect(log.id()).rejects.toThrow(Unavailable);
  // In sequence they would take minutes.
  expect(Date.now() - before).toBeLessThan(60_000);
  network.heal();
  expect(await log.head()).toBe('');
  expect((await log.append('a-1', 'none', numbered(1))).revision).toBe(0);
});

test('on a frozen connection every call ends within seconds', async () => {
  const { log, network } = await farLog();
  await log.append('a-1', 'none', numbered(1));
  network.freeze();
  const before = Date.now();
  const calls = [
    log.append('a-1', 0, numbered(1)),
    log.append('a-2', 'none', numbered(1)),
    log.readStream('a-1'),
    log.head(),
  ];
  const [first, second, read, head] = await Promise.all(calls.map(call => call.catch(error => error)));
  expect(first).toBeInstanceOf(Ambiguous);
  expect(second instanceof Ambiguous || second instanceof Unavailable).toBe(true);
  expect(read).toBeInstanceOf(Unavailable);
  expect(head).toBeInstanceOf(Unavailable);
  expect(Date.now() - before).toBeLessThan(30_000);
  network.heal();
  await expect
    .poll(() => log.append('a-1', 0, numbered(1)).catch(error => error))
    .toMatchObject({ revision: 1 });
});

test('when another client keeps the head locked, nothing is stored', async () => {
  const { log, url } = await farLog();
  const forgetful = new pg.Client({ connectionString: url });
  forgetful.on('error', () => {});
  await forgetful.connect();
  await forgetful.query('begin; select from event_log.head for update');
  const failure = await log.append('a-1', 'none', numbered(1)).catch(error => error);
  await forgetful.end();
  expect(failure).toBeInstanceOf(Unavailable);
  expect(await log.readStream('a-1')).toEqual([]);
  await log.append('a-1', 'none', numbered(1));
});

test('an append that only Postgres refuses does not fail the others of its group', async () => {
  const { log, url } = await farLog();
  const operator = new pg.Client({ connectionString: url });
  operator.on('error', () => {});
  await operator.connect();
  await operator.query("alter table event_log.events add check (type <> 'Forbidden')");
  await operator.end();
  const forbidden = () => log.append('a-forbidden', 'none', [testEvent(), testEvent({}, 'Forbidden')]);
  const appends = [
    ...upTo(5).map(n => log.append(`a-${n}`, 'none', numbered(2))),
    forbidden(),
    ...upTo(5).map(n => log.append(`b-${n}`, 'none', numbered(1))),
  ];
  const outcomes = await Promise.allSettled(appends);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
  await expect(appends[5]).rejects.toThrow(InvalidAppend);
  await expect(forbidden()).rejects.toThrow(InvalidAppend);
  await expect(log.append('a-alone', 'none', [testEvent({}, 'Forbidden')])).rejects.toThrow(InvalidAppend);
  const all = await log.readAll();
  expect(all.map(({ position }) => Number(position))).toEqual(upTo(15).map(n => n + 1));
});

test('a head behind the events is LogDamaged, alone and in a group', async () => {
  const { log, url } = await farLog();
  for (const n of upTo(3)) await log.append(`a-${n}`, 'none', numbered(1));
  const operator = new pg.Client({ connectionString: url });
  operator.on('error', () => {});
  await operator.connect();
  await operator.query('update event_log.head set position = 1');
  await expect(log.append('b-0', 'none', numbered(1))).rejects.toThrow(LogDamaged);
  const group = await Promise.allSettled(upTo(4).map(n => log.append(`c-${n}`, 'none', numbered(2))));
  for (const outcome of group)
    expect(outcome.status === 'rejected' && outcome.reason).toBeInstanceOf(LogDamaged);
  await operator.query('update event_log.head set position = 3');
  await operator.end();
  await log.append('b-0', 'none', numbered(1));
  expect(await log.readAll()).toHaveLength(4);
});

test('a subscriber whose connections broke is notified again', async () => {
  const { log, network } = await farLog();
  const following = follow(log, 'a', '');
  await log.append('a-1', 'none', numbered(1));
  await following.until(1);
  for (const round of upTo(3)) {
    network.cut();
    network.heal();
    await expect
      .poll(() => log.append('a-1', round, numbered(1, round + 1)).catch(error => error))
      .toMatchObject({ revision: round + 1 });
    await following.until(round + 2);
  }
  await following.stop();
  expect(numbersOf(following.events)).toEqual(upTo(4));
});

test('several processes can create the schema at once', async () => {
  const { url } = await testDatabase();
  const logs = await Promise.all(upTo(6).map(() => postgresLog({ url })));
  const ids = await Promise.all(logs.map(log => log.id()));
  expect(new Set(ids).size).toBe(1);
  await logs[0]?.append('a-1', 'none', numbered(1));
  const late = await postgresLog({ url });
  expect(await late.id()).toBe(ids[0]);
  expect(await late.readAll()).toHaveLength(1);
  await Promise.all([...logs, late].map(log => log.close()));
});

test('a missing database is Unavailable', async () => {
  await expect(postgresLog({ url: 'postgres://postgres@127.0.0.1:1/none' })).rejects.toThrow(Unavailable);
});

test('positions are gapless from 1, also after conflicts and repetitions', async () => {
  const { url } = await testDatabase();
  const logs = await Promise.all([postgresLog({ url }), postgresLog({ url })]);
  const repeated = numbered(3);
  await Promise.allSettled(
    upTo(200).map(n => {
      const log = logs[n % 2];
      const stream = `a-${n % 40}`;
      if (n % 10 === 0) return log?.append('a-repeated', 'none', repeated);
      return log?.append(stream, n < 40 ? 'none' : Math.floor(n / 40) - 1, numbered(1 + (n % 3)));
    }),
  );
  const all = (await logs[0]?.readAll()) ?? [];
  expect(all.map(({ position }) => Number(position))).toEqual(upTo(all.length).map(n => n + 1));
  expect(await logs[0]?.head()).toBe(all.at(-1)?.position);
  await expect(logs[0]?.readAll({ after: 'C:1/P:1' })).rejects.toThrow(RangeError);
  await Promise.all(logs.map(log => log.close()));
});

test('a closed log refuses appends, and has finished those it accepted', async () => {
  const { url } = await testDatabase();
  const [log, other] = [await postgresLog({ url }), await postgresLog({ url })];
  const taken = upTo(30).map(n => log.append(`a-${n}`, 'none', numbered(1)));
  await log.close();
  await Promise.all(taken);
  await expect(log.append('a-late', 'none', numbered(1))).rejects.toThrow(Unavailable);
  expect(await other.readAll()).toHaveLength(30);
  await other.close();
});

import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPool } from '../../database/pool.ts';
import { testDatabase } from '../../tooling/testing/database.ts';
import { Ambiguous, type Log, type RecordedEvent, Unavailable, WrongExpectedRevision } from '../log.ts';
import { postgresLog } from '../postgres/postgres-log.ts';
import { testEvent, wholeStream } from '../suite/test-events.ts';
import { type UpcastingLog, upcastingLog } from '../upcasting.ts';
import { type Aggregate, type CommandContext, CommandIdReused, UnknownEvent } from './aggregate.ts';
import { aggregates } from './aggregates.ts';
import { eventId } from './event-ids.ts';
import { postgresSnapshots, type Snapshots } from './snapshots.ts';

/** A purse: coins can be put in, and taken out while there are some. */
type Moved = { readonly type: 'Moved'; readonly data: { readonly coins: number } };
interface Purse {
  readonly coins: number;
  readonly moves: number;
}
const purse: Aggregate<Purse, Moved, readonly number[], { readonly missing: number }> = {
  category: 'purse',
  version: 1,
  initial: { coins: 0, moves: 0 },
  eventTypes: { Moved: true },
  evolve: (state, events) =>
    events.reduce(({ coins, moves }, { data }) => ({ coins: coins + data.coins, moves: moves + 1 }), state),
  decide({ coins }, moves) {
    const left = moves.reduce((sum, move) => sum + move, coins);
    return left < 0 ? { missing: -left } : moves.map(coins => ({ type: 'Moved', data: { coins } }));
  },
};

let raw: Log;
let log: UpcastingLog;
let pool: pg.Pool;
let snapshots: Snapshots;
let drop: () => Promise<void>;
beforeAll(async () => {
  const database = await testDatabase({ keep: true });
  drop = database.drop;
  raw = await postgresLog({ url: database.url });
  log = upcastingLog(raw, {});
  pool = openPool({ connectionString: database.url });
  snapshots = await postgresSnapshots(pool);
});
afterAll(async () => {
  await log.close();
  await pool.end();
  await drop();
});

const ownStream = () => `purse-${randomUUID()}`;
const by = (commandId: string = randomUUID(), actor = 'ana'): CommandContext => ({
  commandId,
  actor,
  at: '2026-01-02T03:04:05.678Z',
});

/** The real log with one call replaced. */
function logWith(part: Partial<Log>): UpcastingLog {
  return { ...log, ...part };
}

/** The real log; counts the events that are read. */
function countingLog(): { log: UpcastingLog; reads: (readonly RecordedEvent[])[] } {
  const reads: (readonly RecordedEvent[])[] = [];
  const readStream: Log['readStream'] = async (stream, page) => {
    const events = await log.readStream(stream, page);
    reads.push(events);
    return events;
  };
  return { log: logWith({ readStream }), reads };
}

test('a command becomes events with complete metadata', async () => {
  const stream = ownStream();
  const context = { ...by('c1'), causationId: 'provider-7' };
  const executed = await aggregates(log, { snapshots }).execute(purse, stream, [5, -2], context);
  const stored = await log.readStream(stream);
  expect(executed).toEqual({
    outcome: 'done',
    events: [
      { type: 'Moved', data: { coins: 5 } },
      { type: 'Moved', data: { coins: -2 } },
    ],
    position: stored[1]?.position,
    repeated: false,
  });
  expect(stored[1]?.metadata).toEqual({
    commandId: 'c1',
    causationId: 'provider-7',
    actor: 'ana',
    at: '2026-01-02T03:04:05.678Z',
    schema: 1,
  });
});

test('a refused command appends nothing', async () => {
  const stream = ownStream();
  const { execute, load } = aggregates(log, { snapshots });
  expect(await execute(purse, stream, [-3], by())).toEqual({ outcome: 'refused', refusal: { missing: 3 } });
  expect(await load(purse, stream)).toEqual({ state: purse.initial, revision: 'none' });
});

test('a command that changed nothing changes nothing when repeated later, also in another process', async () => {
  const stream = ownStream();
  const { execute, load } = aggregates(log, { snapshots });
  const first = await execute(purse, stream, [], by('c1'));
  const [left] = await log.readStream(stream);
  expect(first).toEqual({ outcome: 'done', events: [], position: left?.position, repeated: false });
  await execute(purse, stream, [5], by());
  // Decided now it would move coins, but it was executed before, without effect.
  const elsewhere = aggregates(log, { snapshots });
  expect(await elsewhere.execute(purse, stream, [7], by('c1'))).toEqual({ ...first, repeated: true });
  expect(await load(purse, stream)).toEqual({ state: { coins: 5, moves: 1 }, revision: 1 });
});

test("an idempotent command without effect appends nothing and returns the stream's position", async () => {
  const stream = ownStream();
  const idempotent = { ...purse, isIdempotent: (moves: readonly number[]) => moves.length === 0 };
  const { execute } = aggregates(log, { snapshots });
  await execute(idempotent, stream, [5], by());
  const { position } = (await log.readStream(stream))[0] ?? {};
  for (const process of [execute, aggregates(log, { snapshots }).execute])
    expect(await process(idempotent, stream, [], by())).toMatchObject({
      outcome: 'done',
      events: [],
      position,
    });
  expect(await log.readStream(stream)).toHaveLength(1);
});

test('the events of a command can be read', async () => {
  const stream = ownStream();
  const { execute, eventsOf } = aggregates(log, { snapshots });
  await execute(purse, stream, [5, -2], by('c1'));
  const elsewhere = aggregates(log, { snapshots });
  await execute(purse, stream, [1], by('c0'));
  expect(await elsewhere.eventsOf(purse, stream, by('c1'))).toEqual({
    events: [
      { type: 'Moved', data: { coins: 5 } },
      { type: 'Moved', data: { coins: -2 } },
    ],
    revision: 0,
  });
  expect(await elsewhere.eventsOf(purse, stream, by('c0'))).toMatchObject({ revision: 2 });
  expect(await eventsOf(purse, stream, by('c2'))).toBeUndefined();
  expect(await eventsOf(purse, stream, by('c1', 'somebody else'))).toBeUndefined();
});

test('a repeated command returns the events of the first execution, also in another process', async () => {
  const stream = ownStream();
  const [here, there] = [aggregates(log, { snapshots }), aggregates(log, { snapshots })];
  await here.execute(purse, stream, [1], by());
  const first = await here.execute(purse, stream, [5, -2], by('c1'));
  await here.execute(purse, stream, [7], by());
  // The content of the second request is not used.
  for (const process of [here, there])
    expect(await process.execute(purse, stream, [-1_000], by('c1'))).toEqual({ ...first, repeated: true });
  expect((await here.load(purse, stream)).state).toEqual({ coins: 11, moves: 4 });
});

test("one caller's command id says nothing about another's", async () => {
  const stream = ownStream();
  const { execute } = aggregates(log, { snapshots });
  await execute(purse, stream, [1], by('c1', 'ana'));
  expect(await execute(purse, stream, [2], by('c1', 'admin'))).toMatchObject({ repeated: false });
  expect(await log.readStream(stream)).toHaveLength(2);
});

test('a command is recognised among the last 2,000 of its stream', async () => {
  const stream = ownStream();
  const names = Array.from({ length: 2_000 }, (_, n) => by(`c${n}`));
  const history = names.map(name => ({
    ...testEvent({ coins: 1 }, 'Moved'),
    id: eventId(stream, name, 0),
    metadata: { ...name, schema: 1 },
  }));
  for (const from of [0, 500, 1_000, 1_500])
    await log.append(stream, from === 0 ? 'none' : from - 1, history.slice(from, from + 500));

  const whole = aggregates(log, { snapshots });
  expect(await whole.execute(purse, stream, [1], by('c0'))).toMatchObject({ repeated: true });
  await whole.settled();
  expect((await snapshots.load(stream, 1))?.revision).toBe(1_999);
  const fromSnapshot = aggregates(log, { snapshots });
  for (const process of [whole, fromSnapshot])
    for (const known of ['c0', 'c1', 'c1000', 'c1999'])
      expect(await process.execute(purse, stream, [1], by(known))).toMatchObject({ repeated: true });
  expect(await fromSnapshot.execute(purse, stream, [1], by('c2000'))).toMatchObject({ repeated: false });
});

test("two processes at once: each decides on the other's events", async () => {
  const stream = ownStream();
  const processes = [aggregates(log, { snapshots }), aggregates(log, { snapshots })];
  await processes[0]?.execute(purse, stream, [10], by());
  const asked = Array.from({ length: 15 }, async (_, n) => {
    const outcome = await processes[n % 2]?.execute(purse, stream, [-1], by());
    return outcome?.outcome;
  });
  const outcomes = await Promise.all(asked);
  expect(outcomes.filter(outcome => outcome === 'done')).toHaveLength(10);
  expect(outcomes.filter(outcome => outcome === 'refused')).toHaveLength(5);
  expect((await aggregates(log, { snapshots }).load(purse, stream)).state.coins).toBe(0);
});

test('a command fails after five conflicts in a row', async () => {
  const racing = (times: number) =>
    logWith({
      async append(stream, expected, events) {
        if (times-- > 0) {
          const coin = testEvent({ coins: 1 }, 'Moved');
          await log.append(stream, expected, [coin]);
        }
        return log.append(stream, expected, events);
      },
    });
  const stream = ownStream();
  const patient = await aggregates(racing(5), { snapshots }).execute(purse, stream, [1], by());
  expect(patient).toMatchObject({ outcome: 'done' });
  await expect(aggregates(racing(6), { snapshots }).execute(purse, stream, [1], by())).rejects.toThrow(
    WrongExpectedRevision,
  );
});

test.each([
  ['was stored', true],
  ['was not stored', false],
])('a reply is lost, and the append %s: the command is done once', async (_, stored) => {
  let losing = 2;
  const lossy = logWith({
    async append(stream, expected, events) {
      if (losing-- <= 0) return log.append(stream, expected, events);
      if (stored) await log.append(stream, expected, events);
      throw new Ambiguous('lost');
    },
  });
  const stream = ownStream();
  const done = await aggregates(lossy, { snapshots }).execute(purse, stream, [3, 4], by());
  const events = await log.readStream(stream);
  expect(events.map(({ data }) => data['coins'])).toEqual([3, 4]);
  expect(done).toMatchObject({ outcome: 'done', position: events[1]?.position, repeated: false });
});

test('a log that stays unavailable gives Unavailable or Ambiguous', async () => {
  const stream = ownStream();
  const away = logWith({ append: () => Promise.reject(new Unavailable('away')) });
  await expect(aggregates(away, { snapshots }).execute(purse, stream, [1], by())).rejects.toThrow(
    Unavailable,
  );
  // After a lost reply it is unknown whether something was stored.
  let replies = 0;
  const lost = logWith({
    append: () => Promise.reject(replies++ === 0 ? new Ambiguous('lost') : new Unavailable('away')),
  });
  await expect(aggregates(lost, { snapshots }).execute(purse, stream, [1], by())).rejects.toThrow(Ambiguous);
});

test('a command on a cached stream reads nothing; on another one its snapshot and the events after it', async () => {
  const stream = ownStream();
  const warm = countingLog();
  const process = aggregates(warm.log, { snapshots });
  for (let n = 0; n < 10; n++) await process.execute(purse, stream, Array(10).fill(1), by());
  await process.settled();
  await process.execute(purse, stream, Array(10).fill(1), by());
  await process.settled();
  expect(warm.reads).toHaveLength(1);
  expect((await snapshots.load(stream, 1))?.revision).toBe(99);

  const cold = countingLog();
  const { state } = await aggregates(cold.log, { snapshots }).load(purse, stream);
  expect(state).toEqual({ coins: 110, moves: 110 });
  expect(cold.reads.map(({ length }) => length)).toEqual([11]);
});

test('a refusal and a repeated command read the log, not only the cached stream', async () => {
  const stream = ownStream();
  const here = countingLog();
  const [one, other] = [aggregates(here.log, { snapshots }), aggregates(log, { snapshots })];
  await one.execute(purse, stream, [1], by('c1'));
  const first = await other.execute(purse, stream, [9], by('c2'));
  // In the cached stream there is one coin and no c2.
  expect(await one.execute(purse, stream, [-10], by())).toMatchObject({ outcome: 'done', repeated: false });
  await other.execute(purse, stream, [10], by());
  expect(await one.execute(purse, stream, [5], by('c2'))).toEqual({ ...first, repeated: true });
  expect((await one.load(purse, stream)).state).toEqual({ coins: 10, moves: 4 });
});

test('a command that another process has just executed is recognised as repeated', async () => {
  const stream = ownStream();
  const [one, other] = [aggregates(log, { snapshots }), aggregates(log, { snapshots })];
  await one.execute(purse, stream, [1], { ...by('c1'), fingerprint: 'f' });
  const done = await other.execute(purse, stream, [2], { ...by('c2'), fingerprint: 'g' });
  expect(await one.execute(purse, stream, [2], { ...by('c2'), fingerprint: 'g' })).toEqual({
    ...done,
    repeated: true,
  });
  await other.execute(purse, stream, [3], { ...by('c3'), fingerprint: 'h' });
  // Without foreign events the cached stream is trusted again.
  await one.load(purse, stream);
  await one.load(purse, stream);
  await other.execute(purse, stream, [4], { ...by('c4'), fingerprint: 'i' });
  const another = one.execute(purse, stream, [5], { ...by('c4'), fingerprint: 'j' });
  await expect(another).rejects.toThrow(CommandIdReused);
  expect(await log.readStream(stream)).toHaveLength(4);
});

test('a stream that another process appends to is read before each command until no foreign event was found', async () => {
  const stream = ownStream();
  let conflicts = 0;
  const { log: counting, reads } = countingLog();
  const watched: UpcastingLog = {
    ...counting,
    append: (...append) =>
      log.append(...append).catch(error => {
        conflicts += 1;
        throw error;
      }),
  };
  const [one, other] = [aggregates(watched, { snapshots }), aggregates(log, { snapshots })];
  await one.execute(purse, stream, [1], by());
  for (let n = 0; n < 5; n++) {
    await other.execute(purse, stream, [1], by());
    await one.execute(purse, stream, [1], by());
  }
  expect(conflicts).toBe(1);
  reads.length = 0;
  for (let n = 0; n < 3; n++) await one.execute(purse, stream, [1], by());
  expect(reads).toHaveLength(1);
  expect((await one.load(purse, stream)).state.coins).toBe(14);
});

test('only the most recently used streams stay in memory', async () => {
  const [a, b] = [ownStream(), ownStream()];
  const { log, reads } = countingLog();
  const process = aggregates(log, { snapshots, cacheSize: 1 });
  await process.execute(purse, a, [1, 1, 1], by());
  await process.load(purse, a);
  expect(reads.at(-1)).toHaveLength(1);
  await process.load(purse, b);
  await process.load(purse, a);
  expect(reads.at(-1)).toHaveLength(3);
});

test('a snapshot of another version or another history is not used', async () => {
  const stream = ownStream();
  const { execute } = aggregates(log, { snapshots });
  await execute(purse, stream, [1, 1, 1], by());
  const newest = (await log.readStream(stream)).at(-1)?.id ?? '';
  const wrong = { state: { coins: 99, moves: 99 }, commands: '' };
  const truth = { state: { coins: 3, moves: 3 }, revision: 2 };

  for (const snapshot of [
    { ...wrong, revision: 7, newest },
    { ...wrong, revision: 2, newest: randomUUID() },
    { ...wrong, revision: 1, newest },
  ]) {
    await snapshots.save(stream, 1, snapshot);
    expect(await aggregates(log, { snapshots }).load(purse, stream)).toEqual(truth);
  }
  await snapshots.save(stream, 1, { ...wrong, revision: 2, newest });
  expect((await aggregates(log, { snapshots }).load(purse, stream)).state).toEqual(wrong.state);
  const next = { ...purse, version: 2 };
  expect(await aggregates(log, { snapshots }).load(next, stream)).toEqual(truth);
  await snapshots.save(stream, 2, { ...wrong, revision: 2, newest });
  expect(await snapshots.load(stream, 1)).toBeUndefined();
});

test('a cached stream of another history is not used', async () => {
  const stream = ownStream();
  const process = aggregates(log, { snapshots });
  await process.execute(purse, stream, [5], by());
  await process.execute(purse, stream, [5], by());
  // As after a restored backup.
  await pool.query('delete from event_log.events where stream = $1 and revision = 1', [stream]);
  await pool.query('delete from event_log.events where stream = $1', [stream]);
  expect(await process.load(purse, stream)).toEqual({ state: purse.initial, revision: 'none' });
  expect(await process.execute(purse, stream, [7], by())).toMatchObject({ outcome: 'done' });
  expect((await process.load(purse, stream)).state.coins).toBe(7);
  // The restored stream may be as long.
  await pool.query('delete from event_log.events where stream = $1', [stream]);
  await log.append(stream, 'none', [testEvent({ coins: 2 }, 'Moved')]);
  expect(await process.execute(purse, stream, [-3], by())).toMatchObject({ outcome: 'refused' });
  await pool.query('delete from event_log.events where stream = $1', [stream]);
  await log.append(stream, 'none', [testEvent({ coins: 4 }, 'Moved')]);
  expect(await process.execute(purse, stream, [3], by())).toMatchObject({ outcome: 'done' });
  expect((await process.load(purse, stream)).state.coins).toBe(7);
});

test('commands continue when snapshots are unavailable', async () => {
  const broken: Snapshots = {
    load: () => Promise.reject(new Error('away')),
    save: () => Promise.reject(new Error('away')),
  };
  const reports: unknown[] = [];
  const report = (_line: string, error: unknown) => void reports.push(error);
  const stream = ownStream();
  const process = aggregates(log, { snapshots: broken, report });
  await process.execute(purse, stream, Array(300).fill(1), by());
  await process.settled();
  const cold = aggregates(log, { snapshots: broken, report });
  expect((await cold.load(purse, stream)).state.coins).toBe(300);
  await cold.settled();
  expect(reports.length).toBeGreaterThan(0);
});

test('events are written in the current schema, and old ones are upcast before they are folded', async () => {
  const stream = ownStream();
  const old = testEvent({ amount: 4 }, 'Moved');
  await log.append(stream, 'none', [old]);
  const lift = ({ amount }: Readonly<Record<string, unknown>>) => ({
    type: 'Moved',
    schema: 2,
    data: { coins: amount },
  });
  const { execute, load } = aggregates(upcastingLog(raw, { Moved: [lift] }), { snapshots });
  await execute(purse, stream, [-1], by());
  expect((await load(purse, stream)).state.coins).toBe(3);
  expect((await raw.readStream(stream)).map(({ metadata }) => metadata.schema)).toEqual([1, 2]);
});

test('a stream with an unknown event type refuses commands', async () => {
  const stream = ownStream();
  await log.append(stream, 'none', [testEvent({ coins: 4 }, 'Moved'), testEvent({ by: 'card' }, 'Charged')]);
  const { execute, load } = aggregates(log, { snapshots });
  // Also in a process that has the stream in its cache.
  for (const tried of [load(purse, stream), execute(purse, stream, [1], by()), load(purse, stream)])
    await expect(tried).rejects.toThrow(UnknownEvent);
  await expect(execute(purse, stream, [1], by())).rejects.toThrow(Unavailable);
  expect(await log.readStream(stream)).toHaveLength(2);
  const warm = ownStream();
  await execute(purse, warm, [1], by());
  await log.append(warm, 0, [testEvent({ by: 'card' }, 'Charged')]);
  await expect(execute(purse, warm, [1], by())).rejects.toThrow(UnknownEvent);
  expect(await log.readStream(warm)).toHaveLength(2);
});

test('a repeated command reads little more than its own events', async () => {
  const stream = ownStream();
  const { log: counting, reads } = countingLog();
  const process = aggregates(counting, { snapshots });
  await process.execute(purse, stream, [1], by('first'));
  await process.execute(purse, stream, Array(300).fill(1), by('many'));
  for (let n = 0; n < 20; n++) await process.execute(purse, stream, [1], by());
  const read = async (commandId: string) => {
    reads.length = 0;
    const repeated = await process.execute(purse, stream, [1], by(commandId));
    return [repeated.outcome === 'done' && repeated.events.length, reads.flat().length];
  };
  // One of them is the stream's newest event, which verifies the cache.
  expect(await read('first')).toEqual([1, 1 + 3]);
  expect(await read('many')).toEqual([300, 1 + 3 + 297 + 20]);
});

test('a stream of another category is a programming error', async () => {
  await expect(aggregates(log, { snapshots }).load(purse, 'reading-1')).rejects.toThrow(RangeError);
});

test('a stream of more than 1,000 events is folded page by page', async () => {
  const stream = ownStream();
  for (let part = 0; part < 5; part++)
    await log.append(
      stream,
      part === 0 ? 'none' : part * 500 - 1,
      Array.from({ length: 500 }, () => testEvent({ coins: 1 }, 'Moved')),
    );
  const { state, revision } = await aggregates(log, { snapshots }).load(purse, stream);
  expect([state.coins, revision]).toEqual([2_500, 2_499]);
  expect(await wholeStream(log, stream)).toHaveLength(2_500);
});

test('a stream of large events is folded page by page', async () => {
  const stream = ownStream();
  const text = 'x'.repeat(900_000);
  for (let n = 0; n < 5; n++)
    await log.append(stream, n === 0 ? 'none' : n - 1, [testEvent({ coins: 1, text }, 'Moved')]);
  const { state, revision } = await aggregates(log, { snapshots }).load(purse, stream);
  expect([state.coins, revision]).toEqual([5, 4]);
});

import { expect, onTestFinished, test, vi } from 'vitest';
import { Ambiguous, type Log, Unavailable } from '../log.ts';
import type { FaultyNetwork } from '../suite/faulty-network.ts';
import { follow } from '../suite/following.ts';
import { numbered, numbersOf, ownCategory, upTo } from '../suite/test-events.ts';
import { eventStoreDbLog } from './eventstoredb-log.ts';
import { type Control, control, controlsMissing } from './testing/control.ts';
import { faultyNetworkToServer } from './testing/faulty-network.ts';

/*
 * A real server is needed for all but the first: `EVENTSTORE_URL`, with one host. Those that end or halt its process
 * need the shell commands `EVENTSTORE_START` (returns when it is ready), `EVENTSTORE_STOP` (gracefully),
 * `EVENTSTORE_KILL`, `EVENTSTORE_FREEZE` (SIGSTOP) and `EVENTSTORE_THAW` (SIGCONT). The server keeps its data on disk.
 * Every spec of `EVENTSTORE_URL` shares that server: with these commands vitest needs `--no-file-parallelism`.
 */
const url = process.env['EVENTSTORE_URL'] ?? '';

function opened(address = url): Log {
  const log = eventStoreDbLog({ url: address });
  onTestFinished(() => log.close());
  return log;
}

/** A log behind a faulty network. */
async function farLog(): Promise<{ log: Log; network: FaultyNetwork }> {
  const { address, network } = await faultyNetworkToServer();
  return { log: opened(address), network };
}

function needing(name: string, needed: readonly Control[], run: () => Promise<void>): void {
  const missing = controlsMissing(...needed);
  if (missing) test(name, ({ skip }) => skip(missing));
  else test(name, run);
}

const failureOf = (promise: Promise<unknown>) => promise.catch(error => error);

/** Appends, and retries with the same ids until the events are stored. */
function untilStored(log: Log, ...append: Parameters<Log['append']>) {
  return vi.waitUntil(() => log.append(...append).catch(() => undefined), { timeout: 120_000, interval: 50 });
}

test('without a server every call is Unavailable soon', async () => {
  const log = opened('esdb://127.0.0.1:1?tls=false&maxDiscoverAttempts=1');
  const before = Date.now();
  const calls = [log.id(), log.head(), log.readAll(), log.append('a-1', 'none', numbered(1))];
  for (const failure of await Promise.all(calls.map(failureOf))) expect(failure).toBeInstanceOf(Unavailable);
  expect(Date.now() - before).toBeLessThan(30_000);
});

needing('a lost reply is ambiguous, and the same ids again are stored once', [], async () => {
  const { log, network } = await farLog();
  const stream = `${ownCategory()}-1`;
  const events = numbered(3);
  await log.head();
  network.loseReplies();
  expect(await failureOf(log.append(stream, 'none', events))).toBeInstanceOf(Ambiguous);
  network.heal();
  const again = await untilStored(log, stream, 'none', events);
  const stored = await log.readStream(stream);
  expect(stored).toHaveLength(3);
  expect(again).toEqual({ revision: 2, position: stored.at(-1)?.position });
});

needing('a frozen connection: every call ends by itself within 12 s', [], async () => {
  const { log, network } = await farLog();
  const stream = `${ownCategory()}-1`;
  const events = numbered(1);
  await log.head();
  network.freeze();
  const before = Date.now();
  const calls = [log.append(stream, 'none', events), log.readStream(stream), log.head()];
  const [append, read, head] = await Promise.all(calls.map(failureOf));
  expect(append instanceof Ambiguous || append instanceof Unavailable).toBe(true);
  expect(read).toBeInstanceOf(Unavailable);
  expect(head).toBeInstanceOf(Unavailable);
  expect(Date.now() - before).toBeLessThan(12_000);
  network.heal();
  expect(await untilStored(log, stream, 'none', events)).toMatchObject({ revision: 0 });
  expect(await log.readStream(stream)).toHaveLength(1);
});

for (const [how, end] of [
  ['stopped gracefully', 'STOP'],
  ['killed', 'KILL'],
] as const)
  needing(
    `${how} in mid-append and mid-subscription: sent again, all is stored once`,
    [end, 'START'],
    async () => {
      const log = opened();
      const category = ownCategory();
      const id = await log.id();
      const following = follow(log, category, await log.head());
      const appends = upTo(400).map(n => ({ stream: `${category}-${n}`, events: numbered(1, n) }));
      const sent = appends.map(({ stream, events }) => failureOf(log.append(stream, 'none', events)));
      await Promise.race(sent);
      await control(end);
      for (const outcome of await Promise.all(sent))
        if (outcome instanceof Error)
          expect(outcome instanceof Ambiguous || outcome instanceof Unavailable, String(outcome)).toBe(true);
      await control('START');
      for (const { stream, events } of appends)
        expect(await untilStored(log, stream, 'none', events)).toMatchObject({ revision: 0 });
      await following.until(400);
      await following.stop();
      expect(numbersOf(following.events).toSorted((a, b) => Number(a) - Number(b))).toEqual(upTo(400));
      expect(await log.id()).toBe(id);
    },
  );

needing(
  'a frozen server: an append ends by itself, and sent again is stored once',
  ['FREEZE', 'THAW'],
  async () => {
    const log = opened();
    const stream = `${ownCategory()}-1`;
    const events = numbered(2);
    await log.head();
    const before = Date.now();
    await control('FREEZE');
    const failure = await failureOf(log.append(stream, 'none', events)).finally(() => control('THAW'));
    expect(failure).toBeInstanceOf(Ambiguous);
    expect(Date.now() - before).toBeLessThan(12_000);
    expect(await untilStored(log, stream, 'none', events)).toMatchObject({ revision: 1 });
    expect(await log.readStream(stream)).toHaveLength(2);
  },
);

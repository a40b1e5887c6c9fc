import { randomBytes, randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { changeSignal } from '../../../concurrency/change-signal.ts';
import { BEGINNING, type Log, PAGE, type Position, Unavailable } from '../../../event-store/log.ts';
import { testLog, until } from '../../testing/database.ts';
import { BATCH, openFeed } from './feed.ts';

const PAGES = 14;

const metadata = { commandId: 'c', actor: 'a', at: new Date(0).toISOString(), schema: 1 };

function counted(number: number, text = '') {
  return { id: randomUUID(), type: 'Counted', data: { number, text }, metadata };
}

/** A log of so many full pages, and the number of its reads. */
async function longLog() {
  const { log } = await testLog();
  for (let from = 0; from < PAGES * PAGE; from += 500)
    await log.append(
      'numbers-1',
      from === 0 ? 'none' : from - 1,
      upTo(500).map(n => counted(from + n)),
    );
  return observed(log);
}

const LARGE = 45;

async function appendLarge(log: Log, from: number, count: number) {
  const text = randomBytes(450_000).toString('hex');
  for (const n of upTo(count))
    await log.append('numbers-1', from + n === 0 ? 'none' : from + n - 1, [counted(from + n, text)]);
}

/** A log, and the number of its reads. */
function observed(log: Log) {
  const reads: Position[] = [];
  const running = new Set<Promise<unknown>>();
  const trouble = { away: false };
  const observing: Log = {
    ...log,
    async readAll(options) {
      reads.push(options?.after ?? BEGINNING);
      if (trouble.away) throw new Unavailable('away');
      const read = log.readAll(options);
      running.add(read);
      return read.finally(() => running.delete(read));
    },
  };
  /** Resolves when a read has ended and no other has followed it. */
  const settled = async () => {
    while (running.size > 0) {
      await Promise.allSettled(running);
      await new Promise(resolve => setImmediate(resolve));
    }
  };
  return { log, observing, reads, trouble, settled };
}

function opened(log: Log) {
  const end = new AbortController();
  onTestFinished(() => end.abort());
  const changes = changeSignal();
  return { feed: openFeed(log, changes, end.signal), changes, signal: end.signal };
}

/** Numbers of all events up to the head, batch by batch. */
async function numbers({ feed }: ReturnType<typeof opened>, after = BEGINNING, between = async () => {}) {
  const seen: unknown[] = [];
  for (let position = after; ; ) {
    const { events } = await feed.next(position);
    const last = events.at(-1);
    if (!last) return seen;
    seen.push(...events.map(({ data }) => data['number']));
    position = last.position;
    await between();
  }
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);

test('projections that catch up together share each page', async () => {
  const { observing, reads } = await longLog();
  const reader = opened(observing);
  const pause = (milliseconds: number) => () => new Promise<void>(done => setTimeout(done, milliseconds));
  const all = await Promise.all([
    numbers(reader),
    numbers(reader, BEGINNING, pause(5)),
    numbers(reader, BEGINNING, pause(15)),
  ]);
  for (const seen of all) expect(seen).toEqual(upTo(PAGES * PAGE));
  // At the end each may check for more events.
  expect(reads.length).toBeLessThanOrEqual(PAGES + all.length);
});

test('a projection that starts in the middle of a page shares the following pages', async () => {
  const { log, observing, reads } = await longLog();
  const reader = opened(observing);
  await numbers(reader);
  const before = reads.length;
  const [middle] = await log.readAll({ after: BEGINNING, limit: 1 });
  expect(await numbers(reader, middle?.position)).toEqual(upTo(PAGES * PAGE).slice(1));
  expect(reads.length - before).toBeLessThanOrEqual(1);
});

test('while a batch is applied a limited number of pages is prefetched', async () => {
  const { observing, reads, settled } = await longLog();
  const { feed } = opened(observing);
  const batch = await feed.next(BEGINNING);
  expect([batch.events.length, batch.isLast]).toEqual([BATCH, false]);
  await until('read ahead', async () => reads.length >= BATCH / PAGE + 5);
  await settled();
  expect(reads.length).toBeLessThan(PAGES);
});

test('a failed read is everybody’s failure once, and the next try reads again', async () => {
  const { observing, trouble } = await longLog();
  const reader = opened(observing);
  trouble.away = true;
  const failures = await Promise.all([1, 2].map(() => reader.feed.next(BEGINNING).catch(error => error)));
  for (const failure of failures) expect(failure).toBeInstanceOf(Unavailable);
  trouble.away = false;
  expect(await numbers(reader)).toEqual(upTo(PAGES * PAGE));
});

test('a projection that keeps up gets new events from the shared subscription, without reading the log', async () => {
  const { log, observing, reads } = await longLog();
  const { feed, changes, signal } = opened(observing);
  let position = await log.head();
  await until('following', async () => (await feed.next(position)).isLast && changes.version() > 0);
  const before = reads.length;
  for (let number = 0; number < 5; number++) {
    const version = changes.version();
    await log.append('others-1', number === 0 ? 'none' : number - 1, [counted(number)]);
    await changes.waitAfter(version, 60_000, signal);
    const { events } = await feed.next(position);
    expect(events.map(({ data }) => data['number'])).toEqual([number]);
    position = events.at(-1)?.position ?? position;
  }
  expect(reads).toHaveLength(before);
});

test('batches, and the pages and the newest events that are kept, end at a size', async () => {
  const { log } = await testLog();
  await appendLarge(log, 0, LARGE);
  const { observing, reads } = observed(log);
  const reader = opened(observing);
  const { feed, changes } = reader;
  await until('following', async () => changes.version() > 0);
  const batch = await feed.next(BEGINNING);
  expect(batch.isLast).toBe(false);
  expect(batch.events.length).toBeLessThan(LARGE / 2);
  expect(await numbers(reader)).toEqual(upTo(LARGE));

  // The first page is not kept when the last has been read.
  const first = () => reads.filter(position => position === BEGINNING).length;
  const before = first();
  expect(await numbers(reader)).toEqual(upTo(LARGE));
  expect(first()).toBe(before + 1);

  // Nor are all of the newest events, when the subscription has brought them.
  const head = await log.head();
  await appendLarge(log, LARGE, 10);
  const end = await log.head();
  await until('following', async () => {
    const read = reads.length;
    return (await feed.next(end)).isLast && reads.length === read;
  });
  const read = reads.length;
  expect(await numbers(reader, head)).toEqual(upTo(LARGE + 10).slice(LARGE));
  expect(reads.slice(read)).toContain(head);
});

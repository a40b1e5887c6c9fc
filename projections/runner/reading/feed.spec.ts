import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { changeSignal } from '../../../concurrency/change-signal.ts';
import { BEGINNING, type Log, PAGE, type Position, Unavailable } from '../../../event-store/log.ts';
import { testLog, until } from '../../testing/database.ts';
import { BATCH, openFeed } from './feed.ts';

const PAGES = 14;

/** A log of so many full pages, and the number of its reads. */
async function longLog() {
  const { log } = await testLog();
  const metadata = { commandId: 'c', actor: 'a', at: new Date(0).toISOString(), schema: 1 };
  for (let from = 0; from < PAGES * PAGE; from += 500)
    await log.append(
      'numbers-1',
      from === 0 ? 'none' : from - 1,
      Array.from({ length: 500 }, (_, index) => ({
        id: randomUUID(),
        type: 'Counted',
        data: { number: from + index },
        metadata,
      })),
    );
  const reads: Position[] = [];
  const running = new Set<Promise<unknown>>();
  const trouble = { away: false };
  const counted: Log = {
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
  return { log, counted, reads, trouble, settled };
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
    const batch = await feed.next(position);
    const last = batch.at(-1);
    if (!last) return seen;
    seen.push(...batch.map(({ data }) => data['number']));
    position = last.position;
    await between();
  }
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);

test('projections that catch up together share each page', async () => {
  const { counted, reads } = await longLog();
  const reader = opened(counted);
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
  const { log, counted, reads } = await longLog();
  const reader = opened(counted);
  await numbers(reader);
  const before = reads.length;
  const [middle] = await log.readAll({ after: BEGINNING, limit: 1 });
  expect(await numbers(reader, middle?.position)).toEqual(upTo(PAGES * PAGE).slice(1));
  expect(reads.length - before).toBeLessThanOrEqual(1);
});

test('while a batch is applied a limited number of pages is prefetched', async () => {
  const { counted, reads, settled } = await longLog();
  const { feed } = opened(counted);
  const batch = await feed.next(BEGINNING);
  expect(batch).toHaveLength(BATCH);
  await until('read ahead', async () => reads.length >= BATCH / PAGE + 5);
  await settled();
  expect(reads.length).toBeLessThan(PAGES);
});

test('a failed read is everybody’s failure once, and the next try reads again', async () => {
  const { counted, trouble } = await longLog();
  const reader = opened(counted);
  trouble.away = true;
  const failures = await Promise.all([1, 2].map(() => reader.feed.next(BEGINNING).catch(error => error)));
  for (const failure of failures) expect(failure).toBeInstanceOf(Unavailable);
  trouble.away = false;
  expect(await numbers(reader)).toEqual(upTo(PAGES * PAGE));
});

test('a projection that keeps up gets new events from the shared subscription, without reading the log', async () => {
  const { log, counted, reads } = await longLog();
  const { feed, changes, signal } = opened(counted);
  const metadata = { commandId: 'c', actor: 'a', at: new Date(0).toISOString(), schema: 1 };
  let position = await log.head();
  await until('following', async () => (await feed.next(position)).length === 0 && changes.version() > 0);
  const before = reads.length;
  for (let number = 0; number < 5; number++) {
    const version = changes.version();
    await log.append('others-1', number === 0 ? 'none' : number - 1, [
      { id: randomUUID(), type: 'Counted', data: { number }, metadata },
    ]);
    await changes.waitAfter(version, 60_000, signal);
    const batch = await feed.next(position);
    expect(batch.map(({ data }) => data['number'])).toEqual([number]);
    position = batch.at(-1)?.position ?? position;
  }
  expect(reads).toHaveLength(before);
});

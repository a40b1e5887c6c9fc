import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { Ambiguous, type Log, type NewEvent, Unavailable } from '../log.ts';
import { follow } from './following.ts';
import type { Subject } from './subject.ts';
import { numbered, numbersOf, ownCategory, testEvent, upTo } from './test-events.ts';

export function subscribing(subject: () => Subject): void {
  test('a subscription delivers stored events, then new ones, without gaps or duplicates', async () => {
    const { log } = subject();
    const category = ownCategory();
    const before = await log.head();
    for (const part of upTo(4))
      await log.append(`${category}-1`, part === 0 ? 'none' : part * 500 - 1, numbered(500, part * 500));
    const following = follow(log, category, before);
    // Appends go on from before the catch-up ends until well after it.
    for (const n of upTo(60)) await log.append(`${category}-1`, 1_999 + n, numbered(1, 2_000 + n));
    await following.until(2_060);
    await following.stop();
    expect(numbersOf(following.events)).toEqual(upTo(2_060));
  });

  // With polling only, the 200 events would take minutes.
  test('a waiting subscriber is notified of each event before the next poll', async () => {
    const { log } = subject();
    const category = ownCategory();
    const following = follow(log, category, await log.head());
    await log.append(`${category}-1`, 'none', numbered(1));
    await following.until(1);
    for (const n of upTo(200)) {
      // Some appends come while the subscriber waits, others just before it does.
      if (n % 40 === 0) await new Promise(resolve => setTimeout(resolve, 30));
      await log.append(`${category}-1`, n, numbered(1, n + 1));
      await following.until(n + 2);
    }
    await following.stop();
    expect(numbersOf(following.events)).toEqual(upTo(201));
  });

  test('events appended during a batch follow right after it', async () => {
    const { log } = subject();
    const category = ownCategory();
    const { promise: worked, resolve: goOn } = Promise.withResolvers<void>();
    const before = await log.head();
    const following = follow(log, category, before, () => worked);
    await log.append(`${category}-1`, 'none', numbered(1));
    await following.until(1);
    await log.append(`${category}-1`, 0, numbered(1, 1));
    // Another subscriber received it, so its notification is over.
    const other = follow(log, category, before);
    await other.until(2);
    await other.stop();
    goOn();
    await following.until(2);
    await following.stop();
  });

  test('a subscription can be aborted while it waits and during a batch', async () => {
    const { log } = subject();
    const category = ownCategory();
    const waiting = new AbortController();
    let delivered = false;
    const ended = (async () => {
      for await (const batch of log.subscribe({ after: await log.head() }, waiting.signal))
        if (batch.length > 0) delivered = true;
    })();
    // After the first delivery it waits for more. It may have started after the first append.
    for (let n = 0; !delivered; n++) {
      await log.append(`${category}-0`, n === 0 ? 'none' : n - 1, numbered(1, n));
      await new Promise(resolve => setTimeout(resolve, 10));
    }
    waiting.abort();
    await ended;

    const before = await log.head();
    await log.append(`${category}-1`, 'none', numbered(2));
    const working = new AbortController();
    let batches = 0;
    for await (const batch of log.subscribe({ after: before }, working.signal)) {
      batches += batch.length > 0 ? 1 : 0;
      working.abort();
    }
    expect(batches).toBe(1);

    const never = new AbortController();
    never.abort();
    for await (const batch of log.subscribe({ after: before }, never.signal))
      throw new Error(`${batch.length} events came`);
  });

  test('after a restart of the log every acknowledged event is delivered once and in order', async () => {
    const { log, restart } = subject();
    const category = ownCategory();
    const following = follow(log, category, await log.head());
    const writing = (async () => {
      for (const n of upTo(400))
        await appendSurely(log, `${category}-1`, n === 0 ? 'none' : n - 1, numbered(1, n));
    })();
    await following.until(100);
    await restart();
    await following.until(200);
    await restart();
    await writing;
    await following.until(400);
    await following.stop();
    expect(numbersOf(following.events)).toEqual(upTo(400));
  });

  test('a slow consumer uses bounded memory and misses nothing', async () => {
    const { log } = subject();
    const category = ownCategory();
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    const before = await log.head();
    const following = follow(log, category, before, () => gate);
    await log.append(`${category}-1`, 'none', numbered(1));
    await following.until(1);

    const empty = memory();
    const text = 'x'.repeat(9_000);
    for (const part of upTo(50)) {
      const events = upTo(100).map(n => testEvent({ n: 1 + part * 100 + n, text: `${text}${n}` }));
      await log.append(`${category}-1`, part * 100, events);
    }
    // 45 MB were appended. A batch or a client's buffer may be in memory, all 45 MB may not. Memory of sent data is freed
    // a little later, hence the poll.
    await expect.poll(() => memory() - empty, { timeout: 5_000 }).toBeLessThan(25e6);
    open();
    await following.until(5_001);
    await following.stop();
    expect(numbersOf(following.events)).toEqual(upTo(5_001));
  });
}

/** Sends the same events until their outcome is known, as a command does. */
async function appendSurely(
  log: Log,
  stream: string,
  expected: 'none' | number,
  events: readonly NewEvent[],
) {
  const deadline = Date.now() + 15_000;
  for (;;) {
    try {
      return await log.append(stream, expected, events);
    } catch (error) {
      const passing = error instanceof Unavailable || error instanceof Ambiguous;
      if (!passing || Date.now() > deadline) throw error;
      await new Promise(resolve => setTimeout(resolve, 20));
    }
  }
}

/** Bytes in use after a full collection, buffers outside the heap included. */
function memory(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

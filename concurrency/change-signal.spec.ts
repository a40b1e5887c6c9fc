import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { changeSignal } from './change-signal.ts';

/** No time passes by itself, so that only a notification or an abort can end a long wait. */
beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const never = new AbortController().signal;
const LONG = 60_000;

/** Whether a promise settles without any time passing. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  void promise.then(() => {
    settled = true;
  });
  await vi.advanceTimersByTimeAsync(0);
  return settled;
}

test('one notification wakes all waiters', async () => {
  const changes = changeSignal();
  const waiting = Promise.all([1, 2, 3].map(() => changes.waitAfter(changes.version(), LONG, never)));
  expect(await isSettled(waiting)).toBe(false);
  changes.notify();
  expect(await isSettled(waiting)).toBe(true);
  expect(changes.version()).toBe(1);
});

test('a change between reading the version and waiting is not missed', async () => {
  const changes = changeSignal();
  const seen = changes.version();
  changes.notify();
  expect(await isSettled(changes.waitAfter(seen, LONG, never))).toBe(true);
});

test('waiting ends after its timeout and on abort', async () => {
  const changes = changeSignal();
  const timed = changes.waitAfter(changes.version(), LONG, never);
  await vi.advanceTimersByTimeAsync(LONG - 1);
  expect(await isSettled(timed)).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(await isSettled(timed)).toBe(true);

  const end = new AbortController();
  const aborted = changes.waitAfter(changes.version(), LONG, end.signal);
  expect(await isSettled(aborted)).toBe(false);
  end.abort();
  expect(await isSettled(aborted)).toBe(true);
  expect(changes.version()).toBe(0);
});

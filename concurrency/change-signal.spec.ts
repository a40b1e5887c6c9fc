import { expect, test } from 'vitest';
import { changeSignal } from './change-signal.ts';

const never = new AbortController().signal;
const LONG = 60_000;

test('one notification wakes all waiters', async () => {
  const changes = changeSignal();
  const waiting = [1, 2, 3].map(() => changes.waitAfter(changes.version(), LONG, never));
  changes.notify();
  await Promise.all(waiting);
  expect(changes.version()).toBe(1);
});

test('a change between reading the version and waiting is not missed', async () => {
  const changes = changeSignal();
  const seen = changes.version();
  changes.notify();
  await changes.waitAfter(seen, LONG, never);
});

test('waiting ends after its timeout and on abort', async () => {
  const changes = changeSignal();
  await changes.waitAfter(changes.version(), 1, never);
  const end = new AbortController();
  const waiting = changes.waitAfter(changes.version(), LONG, end.signal);
  end.abort();
  await waiting;
  expect(changes.version()).toBe(0);
});

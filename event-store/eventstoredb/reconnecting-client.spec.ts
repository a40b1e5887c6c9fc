import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { isBroken, ReplyTimeout } from './errors.ts';
import { reconnectingClient, withGossipTimeout } from './reconnecting-client.ts';

/** Creating a client does not connect, and the calls are simulated: no server is needed. */
function opened(disposal: 'at once' | 'when idle') {
  const connection = reconnectingClient('esdb://127.0.0.1:1?tls=false', disposal);
  onTestFinished(() => connection.close());
  return connection;
}

const never = () => new Promise<never>(() => {});
const answer = (after: number) => () => pause(after, 'answered');

describe.concurrent('a call without a reply in time', () => {
  test('does not affect calls that are answered meanwhile', async () => {
    const connection = opened('when idle');
    const before = connection.client();
    const late = expect(connection.call(never)).rejects.toBeInstanceOf(ReplyTimeout);
    await pause(1_000);
    expect(await connection.call(answer(10))).toBe('answered');
    await late;
    expect(connection.client()).toBe(before);
  });

  test('replaces the client of a silent server; its reads may still complete', async () => {
    const connection = opened('when idle');
    const before = connection.client();
    const late = expect(connection.call(never)).rejects.toBeInstanceOf(ReplyTimeout);
    await pause(2_500);
    const other = connection.call(answer(4_000));
    await late;
    expect(connection.client()).not.toBe(before);
    expect(await other).toBe('answered');
  });

  test('ends concurrent appends to a silent server: none may be pending in two clients', async () => {
    const connection = opened('at once');
    const late = expect(connection.call(never)).rejects.toBeInstanceOf(ReplyTimeout);
    await pause(2_500);
    const other = expect(connection.call(answer(4_000))).rejects.toBeInstanceOf(ReplyTimeout);
    await late;
    await other;
  });

  test('is not a long reply: the timeout restarts with each part', async () => {
    const connection = opened('when idle');
    const long = connection.call(async (_, onReply) => {
      for (const _ of [1, 2, 3]) {
        await pause(2_500);
        onReply();
      }
      return 'whole';
    });
    expect(await long).toBe('whole');
  });
});

test('a broken connection replaces the client at once, a refusal by the server does not', async () => {
  const connection = opened('when idle');
  const before = connection.client();
  const failing = (more: { code?: number; type?: string }) => () =>
    Promise.reject(Object.assign(new Error('failed'), more));
  await expect(connection.call(failing({ code: 9 }))).rejects.toThrow('failed');
  await expect(connection.call(failing({ type: 'deadline-exceeded' }))).rejects.toThrow('failed');
  expect(connection.client()).toBe(before);
  await expect(connection.call(failing({ code: 14 }))).rejects.toSatisfy(isBroken);
  expect(connection.client()).not.toBe(before);
});

test('a closed client refuses calls', async () => {
  const connection = opened('when idle');
  await connection.close();
  await expect(connection.call(answer(1))).rejects.toThrow('closed');
});

test.each([
  ['esdb://a:2113,b:2113', 'esdb://a:2113,b:2113?gossipTimeout=1'],
  ['esdb://a:2113?tls=false', 'esdb://a:2113?tls=false&gossipTimeout=1'],
  ['esdb://a:2113?tls=false&gossipTimeout=3', 'esdb://a:2113?tls=false&gossipTimeout=3'],
])('%s: one silent node of a cluster does not use up a call', (url, expected) =>
  expect(withGossipTimeout(url)).toBe(expected),
);

test('discovery skips a silent node in about a second', async () => {
  // Accepts connections and does not reply, like a frozen node; then one that refuses ends the search.
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  onTestFinished(() => void silent.close());
  const { port } = silent.address() as AddressInfo;
  const url = `esdb://127.0.0.1:${port},127.0.0.1:1?tls=false&maxDiscoverAttempts=1`;
  const connection = reconnectingClient(url, 'when idle');
  onTestFinished(() => connection.close());
  const failure = await connection
    .call(client => client.readStream('a-1', { maxCount: 1 })[Symbol.asyncIterator]().next())
    .catch(error => error);
  expect(failure).not.toBeInstanceOf(ReplyTimeout);
  expect(String(failure)).toContain('Failed to discover');
});

import { END, EventStoreDBClient, excludeSystemEvents, type JSONEventData } from '@eventstore/db-client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { isFull, type Log } from '../log.ts';
import { follow } from '../suite/following.ts';
import { numbered, numbersOf, ownCategory, testEvent, upTo } from '../suite/test-events.ts';
import { openConnection } from './connection.ts';
import { eventStoreDbLog } from './eventstoredb-log.ts';
import { appendNotifications } from './notifications.ts';
import { controlsMissing } from './testing/control.ts';
import { faultyNetworkToServer } from './testing/faulty-network.ts';

/*
 * Behaviour of EventStoreDB that the adapter must hide. All tests need a real server: `EVENTSTORE_URL`.
 */
const url = process.env['EVENTSTORE_URL'] ?? '';
const missing = controlsMissing();

function opened(): Log {
  const log = eventStoreDbLog({ url });
  onTestFinished(() => log.close());
  return log;
}

function openedClient(address = url): EventStoreDBClient {
  const client = EventStoreDBClient.connectionString(address);
  onTestFinished(() => client.dispose());
  return client;
}

test('a page with only system events does not end a catch-up', async ({ skip }) => {
  if (missing) return skip(missing);
  const [log, client] = [opened(), openedClient()];
  const category = ownCategory();
  const stream = `${category}-1`;
  const first = await log.append(stream, 'none', numbered(1));
  // Each writes a system event: more of them than a page of the smallest read, twice over.
  const systemEvents = () =>
    Promise.all(upTo(250).map(n => client.setStreamMetadata(`${category}-none-${n}`, { maxCount: 1_000 })));
  await systemEvents();
  const following = follow(log, category, first.position);
  const second = await log.append(stream, 0, numbered(1, 1));
  await systemEvents();

  expect(numbersOf(await log.readAll({ after: first.position, limit: 1 }))).toEqual([1]);
  expect((await log.head()) >= second.position).toBe(true);
  const later = await log.readAll({ after: second.position });
  expect(later.filter(event => event.stream.startsWith(category))).toEqual([]);
  await following.until(1);
  await log.append(stream, 1, numbered(1, 2));
  await following.until(2);
  await following.stop();
  expect(numbersOf(following.events)).toEqual([1, 2]);
});

test('the log closes after a page that was full with the last event of its stream', async ({ skip }) => {
  if (missing) return skip(missing);
  const log = eventStoreDbLog({ url });
  const stream = `${ownCategory()}-1`;
  const text = 'x'.repeat(900_000);
  for (const n of upTo(3)) await log.append(stream, n === 0 ? 'none' : n - 1, [testEvent({ n, text })]);
  const pages = await Promise.all(upTo(10).map(() => log.readStream(stream)));
  expect(pages.map(page => isFull(page))).toEqual(upTo(10).map(() => true));
  let isClosed = false;
  void log.close().then(() => {
    isClosed = true;
  });
  await expect.poll(() => isClosed).toBe(true);
});

test('an event with malformed JSON is refused with its type and position', async ({ skip }) => {
  if (missing) return skip(missing);
  const [log, client] = [opened(), openedClient()];
  // A system stream, which `readAll` leaves out: the server's other readers must not meet this event.
  const stream = `$${ownCategory()}-1`;
  let asked = 0;
  const malformed = {
    ...testEvent(),
    data: Buffer.from('{"n":'),
    // The client says "JSON" to the server, and then asks again how the data is to be written.
    get contentType() {
      asked += 1;
      return asked === 1 ? 'application/json' : 'application/octet-stream';
    },
  };
  await client.appendToStream(stream, malformed as unknown as JSONEventData);
  await expect(log.readStream(stream)).rejects.toThrow(
    `Happened at ${stream}@0 is not a JSON object with metadata: it was not written by this application`,
  );
});

test('a consumer too slow for the server is dropped and then notified again', async ({ skip }) => {
  if (missing) return skip(missing);
  const { address, network } = await faultyNetworkToServer();
  const log = opened();
  const stream = `${ownCategory()}-1`;
  const connection = openConnection(address);
  const notifications = appendNotifications(connection);
  onTestFinished(async () => {
    notifications.close();
    await connection.close();
  });
  const never = new AbortController().signal;
  await notifications.waitAfter(0, never);
  // The same subscription in the test, to observe what the server does.
  const plain = openedClient(address).subscribeToAll({ fromPosition: END, filter: excludeSystemEvents() });
  const dropped = new Promise<unknown>(resolve => plain.once('error', resolve));
  await new Promise(resolve => plain.once('confirmation', resolve));

  network.halt();
  const text = 'x'.repeat(1_600);
  for (const part of upTo(40))
    await log.append(
      stream,
      part === 0 ? 'none' : part * 500 - 1,
      upTo(500).map(n => testEvent({ n, text })),
    );
  network.heal();
  plain.resume();
  // ABORTED, or UNAVAILABLE where the server closes the whole connection.
  expect([10, 14]).toContain(((await dropped) as { readonly code: number }).code);

  // Notified at once, repeatedly: the poll alone would take half a second on average.
  let revision = 19_999;
  await vi.waitUntil(async () => {
    const version = notifications.version();
    const began = performance.now();
    for (const _ of upTo(5)) {
      const before = notifications.version();
      await log.append(stream, revision, numbered(1));
      revision += 1;
      await notifications.waitAfter(before, never);
    }
    return notifications.version() >= version + 5 && performance.now() - began < 400;
  }, 10_000);
});

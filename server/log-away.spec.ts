import { randomUUID } from 'node:crypto';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { controlsMissing } from '../event-store/eventstoredb/testing/control.ts';
import { faultyNetworkToServer } from '../event-store/eventstoredb/testing/faulty-network.ts';
import { answerQuestions } from '../facade/vocabularies.ts';
import { startApp, stopApp } from '../tooling/testing/app.ts';
import { testDatabase } from '../tooling/testing/database.ts';
import { runDirectory } from '../tooling/testing/run-directory.ts';
import { withBuiltInLibrary } from '../tooling/testing/templates.ts';
import { freePort } from './postgres/port.ts';

/** The application while its EventStoreDB is away. */

const { directory, remove } = await runDirectory();
afterAll(remove);

/** The app on an address of an EventStoreDB, until the test is over; and maria, who is logged in. */
async function started(EVENTSTORE_URL: string) {
  const [port, { url: DATABASE_URL }] = await Promise.all([
    freePort(),
    testDatabase({ template: withBuiltInLibrary }),
  ]);
  const heard: string[] = [];
  const app = await startApp(
    { port, directory },
    { ROLES: 'command-api,query-api,projections', DATABASE_URL, EVENTSTORE_URL },
    text => heard.push(text),
  );
  onTestFinished(async () => void (await stopApp(app)));
  let token: string | undefined;
  const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    fetch(`http://localhost:${port}${path}`, {
      method,
      headers: {
        'Content-Type': 'application/json',
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const login = await call('POST', '/auth/login', { credential: 'maria', password: 'Camino-2026!' });
  expect(login.status).toBe(200);
  token = ((await login.json()) as { accessToken: string }).accessToken;
  const books = await call('GET', '/books');
  expect(books.status).toBe(200);
  const shelf = (await books.json()) as { _id: string; title: string }[];
  const opened = { bookId: shelf.find(({ title }) => title === 'Platero y Yo')?._id, chapter: 1 };
  return {
    app,
    call,
    openChapter: () => call('POST', '/chapters/opened', opened, { 'Idempotency-Key': randomUUID() }),
    /** How often something was said. */
    times: (words: string) => heard.join('').split(words).length - 1,
    said: () => heard.join(''),
  };
}

test('down at the start: it is said once, commands are refused for the moment, the catalogue is read', async () => {
  // Nobody listens there.
  const { app, call, openChapter, times, said } = await started(
    `esdb://127.0.0.1:${await freePort()}?tls=false`,
  );
  const ready = await call('GET', '/health/ready');
  expect(ready.status).toBe(503);
  expect(await ready.json()).toMatchObject({ ready: false, parts: { database: 'ready', log: 'away' } });
  // The catalogue needs no log. What was learned is not known before the read models have been built once.
  expect((await call('GET', '/books')).status).toBe(200);
  const unknown = await call('GET', '/vocabularies');
  expect([unknown.status, unknown.headers.get('retry-after')]).toEqual([503, '5']);
  for (const _ of [1, 2, 3]) {
    const refused = await openChapter();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
  }
  // Bad input is refused as ever: it needs no log.
  expect((await call(answerQuestions.method, answerQuestions.path, {})).status).toBe(400);
  expect(times('the log is away')).toBe(1);
  // Once for the commands, and once for the query whose read models were never built.
  expect(times('calls are refused')).toBe(2);
  expect(said()).not.toContain('    at ');
  expect(await stopApp(app)).toBe(0);
});

test('it comes later, goes silent and comes again: commands and read models go on each time', async ({
  skip,
}) => {
  const missing = controlsMissing();
  if (missing) return skip(missing);
  const { address, network } = await faultyNetworkToServer();
  network.cut();
  const { call, openChapter, times } = await started(address);
  expect((await openChapter()).status).toBe(503);

  /** A command is taken, and the read models come to hold it. */
  const goesOn = async () => {
    let position = '';
    await vi.waitUntil(
      async () => {
        const taken = await openChapter();
        position = taken.headers.get('x-log-position') ?? position;
        return taken.ok;
      },
      { timeout: 120_000, interval: 100 },
    );
    // The first build of the read models reads the whole log, which other specs share.
    await vi.waitUntil(async () => (await call('GET', '/health/ready')).status === 200, {
      timeout: 120_000,
      interval: 100,
    });
    await vi.waitUntil(
      async () =>
        !(await call('GET', '/books', undefined, { 'X-Log-Position': position })).headers.has('x-stale'),
      { timeout: 120_000, interval: 100 },
    );
  };
  network.heal();
  await goesOn();

  network.freeze();
  expect((await openChapter()).status).toBe(503);
  await vi.waitUntil(() => times('the log is away') === 2, { timeout: 120_000, interval: 50 });
  const began = performance.now();
  const refused = await Promise.all(Array.from({ length: 20 }, openChapter));
  expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([503]));
  expect((await call('GET', '/books')).status).toBe(200);
  // Less than the 5 s for which a single call waits for a reply.
  expect(performance.now() - began).toBeLessThan(4_500);

  network.heal();
  await goesOn();
  expect([times('the log is away'), times('the log answers again')]).toEqual([2, 2]);
});

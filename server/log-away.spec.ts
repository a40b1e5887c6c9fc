import { afterAll, expect, onTestFinished, test } from 'vitest';
import { answerQuestions } from '../facade/vocabularies.ts';
import { startApp, stopApp } from '../tooling/testing/app.ts';
import { runDirectory } from '../tooling/testing/run-directory.ts';
import { freePort } from './postgres/port.ts';

/** The application while its EventStoreDB is away: nobody listens at the address it was given. */

const { directory, remove } = await runDirectory();
afterAll(remove);

test('it starts, says once that the log is away, refuses commands for the moment and answers queries', async () => {
  const port = await freePort();
  const nobody = await freePort();
  const app = await startApp(
    { port, directory },
    { ROLES: 'command-api,query-api,projections', EVENTSTORE_URL: `esdb://127.0.0.1:${nobody}?tls=false` },
  );
  onTestFinished(async () => void (await stopApp(app)));
  let said = '';
  app.stderr?.on('data', chunk => {
    said += chunk;
  });
  const url = `http://localhost:${port}`;
  const call = (method: string, path: string, body?: unknown, token?: string) =>
    fetch(url + path, {
      method,
      headers: {
        'Content-Type': 'application/json',
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });

  const ready = await call('GET', '/health/ready');
  expect(ready.status).toBe(503);
  expect(await ready.json()).toMatchObject({ ready: false, parts: { database: 'ready', log: 'away' } });

  const login = await call('POST', '/auth/login', { credential: 'maria', password: 'Camino-2026!' });
  expect(login.status).toBe(200);
  const { accessToken } = (await login.json()) as { accessToken: string };
  const books = await call('GET', '/books', undefined, accessToken);
  expect(books.status).toBe(200);
  const shelf = (await books.json()) as { _id: string; title: string }[];
  const book = shelf.find(({ title }) => title === 'Platero y Yo');
  expect((await call('GET', '/vocabularies', undefined, accessToken)).status).toBe(200);

  const opened = { bookId: book?._id, chapter: 1 };
  for (const _ of [1, 2, 3]) {
    const refused = await call('POST', '/chapters/opened', opened, accessToken);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
  }
  // Bad input is refused as ever: it needs no log.
  expect((await call(answerQuestions.method, answerQuestions.path, {}, accessToken)).status).toBe(400);
  expect(said.split('the log is away').length - 1).toBe(1);
  expect(said).not.toContain('    at ');
  expect(await stopApp(app)).toBe(0);
});

import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { subscriptionPrice } from '../billing.ts';
import { answers, book, books, checkHealth } from '../books.ts';
import { openChapter } from '../vocabularies.ts';
import { createClient } from './client.ts';
import type { CallFailure } from './failure.ts';

type Answer = { status?: number; body?: unknown; text?: string; headers?: Record<string, string> };
let close = async () => {};
afterEach(() => close());

/** A client with the token 'old' of ana, against a real server with given answers. */
async function against(
  answer: (request: IncomingMessage) => Answer | Promise<Answer>,
  { timeout, token = 'old' }: { timeout?: number; token?: string | null } = {},
) {
  const seen: IncomingMessage[] = [];
  const server = createServer(async (request, response) => {
    seen.push(request);
    const { status = 200, body = [], text, headers = {} } = await answer(request);
    response.writeHead(status, headers).end(text ?? JSON.stringify(body));
  });
  await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening));
  close = () => new Promise(closed => server.close(() => closed()).closeAllConnections());
  const client = createClient({
    ...(timeout === undefined ? {} : { timeout }),
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    tokens: {
      read: () => token,
      // Without a token, the one whom this device remembers.
      subject: () => (token === 'of benito' ? 'benito' : 'ana'),
      store: accessToken => {
        token = accessToken;
      },
      end: () => {
        token = null;
      },
    },
  });
  return { client, seen, token: () => token, paths: () => seen.map(({ url }) => url) };
}
const refreshes =
  (refreshed: Answer) =>
  ({ url, headers }: IncomingMessage): Answer => {
    if (url === '/auth/refresh') return refreshed;
    return headers.authorization === 'Bearer new' ? {} : { status: 403, body: { message: 'forbidden' } };
  };
const renewed: Answer = { body: { accessToken: 'new' } };

test('a 403 refreshes, keeps the new token and sends the call once more', async () => {
  const { client, paths, token } = await against(refreshes(renewed));
  expect(await client.call(books)).toEqual([]);
  expect(paths()).toEqual(['/books', '/auth/refresh', '/books']);
  expect(token()).toBe('new');
});

test('calls that meet a 403 together share one refresh', async () => {
  const { client, paths } = await against(refreshes(renewed));
  await Promise.all([client.call(books), client.call(books), client.call(books)]);
  expect(paths().filter(path => path === '/auth/refresh')).toHaveLength(1);
});

test('a call is not repeated when the refresh brings the token of another account', async () => {
  const { client, paths, token } = await against(({ url }) =>
    url === '/auth/refresh'
      ? { body: { accessToken: 'of benito' } }
      : { status: 403, body: { message: 'forbidden' } },
  );
  const sent = client.call(openChapter, { body: { bookId: 'book', chapter: 1 } });
  await expect(sent).rejects.toMatchObject({ status: 403, message: 'forbidden' });
  expect(paths()).toEqual(['/chapters/opened', '/auth/refresh']);
  expect(token()).toBe('of benito');
});

test("a call is not repeated when another call has brought another account's token", async () => {
  let late = () => {};
  const refreshed = new Promise<void>(resolve => {
    late = resolve;
  });
  const { client, paths } = await against(async ({ url, headers }) => {
    if (url === '/auth/refresh') return { body: { accessToken: 'of benito' } };
    if (url === '/books/slow') await refreshed;
    return headers.authorization === 'Bearer of benito'
      ? {}
      : { status: 403, body: { message: 'forbidden' } };
  });
  const slow = client.call(book, { params: { id: 'slow' } });
  await client.call(books).catch(() => {});
  late();
  await expect(slow).rejects.toMatchObject({ status: 403 });
  expect(paths().filter(path => path === '/books/slow')).toHaveLength(1);
});

test('a second 403 is final', async () => {
  const { client, paths } = await against(({ url }) =>
    url === '/auth/refresh' ? renewed : { status: 403, body: { message: 'not for you' } },
  );
  await expect(client.call(books)).rejects.toMatchObject({ status: 403, message: 'not for you' });
  expect(paths()).toHaveLength(3);
});

test('a refresh without a session ends it; a failed refresh does not', async () => {
  const gone = await against(refreshes({ status: 404, body: { message: 'jwt cookie not found' } }));
  await expect(gone.client.call(books)).rejects.toMatchObject({ message: 'jwt cookie not found' });
  expect(gone.token()).toBeNull();
  await close();
  const broken = await against(refreshes({ status: 503, body: { message: 'away' } }));
  await expect(broken.client.call(books)).rejects.toMatchObject({ status: 503 });
  expect(broken.token()).toBe('old');
});

test('a repeated command keeps its id, and later queries ask for its position', async () => {
  const { client, seen } = await against(request => ({
    ...refreshes(renewed)(request),
    headers: request.method === 'POST' ? { 'X-Log-Position': '3f2a91bc:0000000042' } : {},
  }));
  await client.call(openChapter, { body: { bookId: 'book', chapter: 1 } });
  const ids = seen.filter(({ url }) => url === '/chapters/opened').map(it => it.headers['idempotency-key']);
  expect(ids).toHaveLength(2);
  expect(ids[0]).toMatch(/^[0-9a-f-]{36}$/);
  expect(ids[1]).toBe(ids[0]);
  await client.call(books);
  expect(seen.at(-1)?.headers['x-log-position']).toBe('3f2a91bc:0000000042');
});

test('a position of another log replaces a higher one', async () => {
  let position = '3f2a91bc:0000000042';
  const { client, seen } = await against(() => ({ headers: { 'X-Log-Position': position } }));
  await client.call(books);
  position = 'aaaaaaaa:0000000007';
  await client.call(books);
  await client.call(books);
  expect(seen.slice(1).map(({ headers }) => headers['x-log-position'])).toEqual([
    '3f2a91bc:0000000042',
    'aaaaaaaa:0000000007',
  ]);
});

test('a position that no read model reaches is dropped after a minute, and a lower one of a restored log is accepted', async () => {
  let position = '3f2a91bc:0000000042';
  const { client, seen } = await against(({ method }) => ({
    headers: method === 'POST' ? { 'X-Log-Position': position } : {},
  }));
  const write = () => client.call(openChapter, { body: { bookId: 'book', chapter: 1 } });
  const asked = async () => {
    await client.call(books);
    return seen.at(-1)?.headers['x-log-position'];
  };
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    await write();
    position = '3f2a91bc:0000000007';
    await write();
    expect(await asked()).toBe('3f2a91bc:0000000042');
    vi.advanceTimersByTime(60_000);
    expect(await asked()).toBeUndefined();
    await write();
    expect(await asked()).toBe('3f2a91bc:0000000007');
  } finally {
    vi.useRealTimers();
  }
});

test('a reply that is not JSON, and a missing reply, fail with their kind', async () => {
  const { client } = await against(() => ({ text: '<html>' }));
  await expect(client.call(books)).rejects.toMatchObject({ kind: 'PARSING_ERROR', status: 200 });
  await close();
  const failure: CallFailure = await client.call(books).catch(it => it);
  expect(failure).toMatchObject({ kind: 'FETCH_ERROR', status: undefined });
});

test("a late reply fails as a timeout; an aborted call throws the caller's reason", async () => {
  const { client } = await against(() => new Promise(() => {}), { timeout: 40 });
  await expect(client.call(books)).rejects.toMatchObject({ kind: 'TIMEOUT_ERROR', status: undefined });
  await close();
  const patient = await against(() => new Promise(() => {}));
  const leaving = new AbortController();
  const call = patient.client.call(books, { signal: leaving.signal });
  leaving.abort(new Error('the page was left'));
  await expect(call).rejects.toThrow('the page was left');
});

test('a call with an outdated token is repeated with the new one, without another refresh', async () => {
  let late = () => {};
  const refreshed = new Promise<void>(resolve => {
    late = resolve;
  });
  const { client, paths } = await against(async request => {
    // Sent with the old token, and answered only after the other call has the new one.
    if (request.url === '/books/slow' && request.headers.authorization === 'Bearer old') await refreshed;
    return refreshes(renewed)(request);
  });
  const slow = client.call(book, { params: { id: 'slow' } });
  await client.call(books);
  late();
  await slow;
  expect(paths().filter(path => path === '/auth/refresh')).toHaveLength(1);
});

test('a call without a token waits for the refresh that brings one, and a call that needs none does not', async () => {
  let answerRefresh = () => {};
  const asked = new Promise<void>(resolve => {
    answerRefresh = resolve;
  });
  const { client, paths } = await against(
    async request => {
      if (request.url === subscriptionPrice.path) return {};
      if (request.url === '/auth/refresh') await asked;
      return refreshes(renewed)(request);
    },
    { token: null },
  );
  const refresh = client.refresh();
  const call = client.call(books);
  expect(await client.call(subscriptionPrice)).toEqual([]);
  answerRefresh();
  expect(await call).toEqual([]);
  expect(await refresh).toBe('new');
  expect(paths().filter(path => path === '/books')).toHaveLength(1);
});

test('a call that waited for a refresh is not sent for another account, nor after a refresh that failed', async () => {
  const other = await against(refreshes({ body: { accessToken: 'of benito' } }), { token: null });
  const refresh = other.client.refresh();
  await expect(other.client.call(books)).rejects.toMatchObject({ status: 403 });
  await refresh;
  expect(other.paths()).toEqual(['/auth/refresh']);
  await close();

  const away = await against(refreshes({ status: 503, body: { message: 'away' } }), { token: null });
  const failed = away.client.refresh().catch((failure: CallFailure) => failure.status);
  await expect(away.client.call(books)).rejects.toMatchObject({ status: 503 });
  expect(await failed).toBe(503);
  expect(away.paths()).toEqual(['/auth/refresh']);
});

test('parameters are escaped, the query is sent, and a failure carries its whole body', async () => {
  const body = { message: 'Invalid', errorField: 'username', username: 'ana' };
  const { client, paths } = await against(() => ({ status: 422, body }));
  const params = { bookTitle: 'Platero y Yo', folder: 'ch1', file: 'ch1WordAnswers.json' };
  await expect(client.call(answers, { params })).rejects.toMatchObject({ kind: 'HTTP', status: 422, body });
  await expect(client.call(checkHealth, { query: { bookTitle: 'a&b' } })).rejects.toThrow('Invalid');
  expect(paths()).toEqual([
    '/answers/Platero%20y%20Yo/ch1/ch1WordAnswers.json',
    '/sentences/check-health?bookTitle=a%26b',
  ]);
});

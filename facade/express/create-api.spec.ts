import type { AddressInfo } from 'node:net';
import express from 'express';
import jwt from 'jsonwebtoken';
import { expect, onTestFinished, test, vi } from 'vitest';
import { refuse } from '../../domain/refusal.ts';
import {
  Ambiguous,
  InvalidAppend,
  LogDamaged,
  Unavailable,
  WrongExpectedRevision,
} from '../../event-store/log.ts';
import { answers, book, books } from '../books.ts';
import { endpoints } from '../endpoints.ts';
import { loginWithProvider, logout, providerReturned, setPassword } from '../identity.ts';
import type { LogPosition } from '../log-position.ts';
import { profile, setSetting } from '../users.ts';
import { markFragments, reinitializeAllUsers, resetVocabulary } from '../vocabularies.ts';
import type { Caller, ResetCaller } from './api.ts';
import { type ApiOptions, createApi } from './create-api.ts';
import { type RequestContext, requestContext } from './request-context.ts';
import { authenticator, tokenKeyOf } from './tokens.ts';

const user: Caller = {
  id: 'a'.repeat(32),
  username: 'reader1',
  roles: ['user'],
  activeSubscription: false,
  session: 's1',
};
const known: Record<string, Caller | ResetCaller> = {
  user,
  admin: { ...user, roles: ['user', 'admin'] },
  ended: { ...user, session: 'ended' },
  reset: { purpose: 'reset', id: user.id, reset: 'r1' },
};

function start(options: Partial<ApiOptions> = {}) {
  const lines: { request?: string; err?: unknown; context: RequestContext | undefined }[] = [];
  const write = (fields: object) => void lines.push({ ...fields, context: requestContext() });
  const api = createApi({
    served: ['command', 'query'],
    authenticate: bearer => known[bearer] ?? null,
    isSessionActive: async ({ session }) => session !== 'ended',
    logger: { error: write, warn: write },
    ...options,
  });
  const app = express().use(api.router);
  app.use((_request, response) => void response.type('html').send('<p>the app'));
  const server = app.listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  const call = async (method: string, path: string, bearer = 'user', sent: RequestInit = {}) => {
    if (!server.listening) await new Promise(resolve => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...sent,
      headers: {
        ...(bearer && { Authorization: `Bearer ${bearer}` }),
        ...(sent.body !== undefined && { 'Content-Type': 'application/json' }),
        ...sent.headers,
      },
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json');
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
  };
  return { ...api, call, lines };
}

test('each endpoint accepts only its callers', async () => {
  const { serve, call } = start();
  serve(books, async () => []);
  serve(setSetting, async ({ body }) => body);
  serve(reinitializeAllUsers, async () => ({ message: 'begun', isError: false }));
  serve(setPassword, async ({ caller }) => ({ message: caller.purpose, username: '', email: '' }));
  serve(logout, async ({ caller }) => ({ message: caller ? String(caller.username) : 'nobody' }));
  const setting = { body: JSON.stringify({ setting: 'autoPlayWordTTS', value: true }) };
  const next = { body: JSON.stringify({ password: 'Passw0rd!' }) };
  const statuses: Record<string, number> = {};
  for (const bearer of ['', 'unknown', 'user', 'admin', 'ended', 'reset'])
    for (const [what, status] of [
      ['query', (await call('GET', '/books', bearer)).status],
      ['command', (await call('PATCH', '/users/settings', bearer, setting)).status],
      ['admins', (await call('PUT', '/vocabularies/reinitialize-all-users', bearer)).status],
      ['reset', (await call('PATCH', '/users/password', bearer, next)).status],
    ] as const)
      statuses[`${bearer} ${what}`] = status;
  const all = (bearer: string, query: number, command: number, admins: number, reset: number) => ({
    [`${bearer} query`]: query,
    [`${bearer} command`]: command,
    [`${bearer} admins`]: admins,
    [`${bearer} reset`]: reset,
  });
  expect(statuses).toEqual({
    ...all('', 403, 403, 403, 403),
    ...all('unknown', 403, 403, 403, 403),
    ...all('user', 200, 200, 403, 403),
    ...all('admin', 200, 200, 201, 403),
    ...all('ended', 403, 403, 403, 403),
    ...all('reset', 403, 403, 403, 200),
  });
  expect((await call('POST', '/auth/logout', 'user')).body).toEqual({ message: 'reader1' });
  for (const bearer of ['', 'unknown', 'ended', 'reset'])
    expect((await call('POST', '/auth/logout', bearer)).body).toEqual({ message: 'nobody' });
  expect((await call('GET', '/books', '')).body).toEqual({ message: expect.any(String) });
});

test('refusals have their status', async () => {
  const { serve, call } = start();
  let refusal = refuse('x');
  serve(book, async () => refusal);
  for (const [because, status] of [
    ['missing', 404],
    ['conflict', 409],
    ['payment', 402],
    ['credentials', 401],
    ['rate', 429],
    ['rule', 422],
  ] as const) {
    refusal = refuse('code', { because, field: 'f', verbose: 'v', username: 'u', email: 'e' });
    const { status: got, body } = await call('GET', '/books/1');
    expect(got).toBe(status);
    expect(body).toEqual({
      message: 'code',
      messageVerbose: 'v',
      errorField: 'f',
      username: 'u',
      email: 'e',
    });
  }
  refusal = refuse('plain');
  const plain = await call('GET', '/books/1');
  expect([plain.status, plain.body]).toEqual([422, { message: 'plain' }]);
});

test('failures of admin calls carry isError', async () => {
  const { serve, call } = start();
  serve(resetVocabulary, async () => refuse('unknown username', { because: 'missing', field: 'username' }));
  const path = '/vocabularies/reset-user-vocabulary';
  const refused = await call('PATCH', path, 'admin', { body: '{"username":"reader1"}' });
  expect([refused.status, refused.body]).toEqual([
    404,
    { message: 'unknown username', errorField: 'username', isError: true },
  ]);
  expect((await call('PATCH', path, 'admin', { body: '{}' })).body).toMatchObject({ isError: true });
  expect((await call('PATCH', path, 'user', { body: '{}' })).body).toMatchObject({ isError: true });
});

test('thrown errors have their status', async () => {
  const { serve, call, lines } = start();
  let thrown: unknown;
  serve(books, async () => {
    throw thrown;
  });
  thrown = new WrongExpectedRevision('s', 1, 2);
  expect((await call('GET', '/books')).status).toBe(409);
  thrown = new InvalidAppend('too large');
  expect((await call('GET', '/books')).status).toBe(422);
  const unreachable = ['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EAI_AGAIN'].map(code =>
    Object.assign(new Error('connect'), { code }),
  );
  const broken = new Error('Client has encountered a connection error and is not queryable');
  for (thrown of [new Unavailable('away'), new Ambiguous('lost'), ...unreachable, broken]) {
    const { status, headers } = await call('GET', '/books');
    expect([thrown, status, headers.get('retry-after')]).toEqual([thrown, 503, '1']);
  }
  lines.length = 0;
  // A damaged log must not be a final answer, so that the browser keeps the learner's answers; the reason is logged.
  for (thrown of [
    new LogDamaged('the head is behind'),
    new Error('the secret is 42'),
    'a string',
    undefined,
  ]) {
    const { status, body, headers } = await call('GET', '/books');
    expect(status).toBe(500);
    expect(body).toEqual({ message: 'Internal Server Error', errorId: headers.get('x-request-id') });
    expect(lines.at(-1)).toEqual({
      request: 'GET /books',
      err: thrown,
      context: { requestId: body.errorId },
    });
  }
});

test("every reply has a request id, the proxy's if given; a command's log line has both ids", async () => {
  const { serve, call, lines } = start();
  serve(setSetting, async () => {
    await new Promise(resolve => setImmediate(resolve));
    throw new Error('unexpected');
  });
  const requestId = '0123456789abcdef0123456789abcdef';
  const commandId = '01890a5d-ac96-774b-bcce-b302099a8057';
  const sent = { body: JSON.stringify({ setting: 'autoPlayWordTTS', value: true }) };
  const named = { 'X-Request-Id': requestId, 'Idempotency-Key': commandId };
  const failed = await call('PATCH', '/users/settings', 'user', { ...sent, headers: named });
  expect([failed.headers.get('x-request-id'), failed.body.errorId]).toEqual([requestId, requestId]);
  expect(lines.at(-1)?.context).toEqual({ requestId, commandId });

  const ids = new Set([requestId]);
  for (const forged of ['', 'short', 'a b c d e f g h', 'x'.repeat(65)])
    ids.add(
      (await call('GET', '/api', '', { headers: { 'X-Request-Id': forged } })).headers.get('x-request-id') ??
        '',
    );
  expect([...ids].every(id => /^[\w-]{32,36}$/.test(id)) && ids.size).toBe(5);
});

test('a process with a missing or extra handler does not start', () => {
  const { serve, assertServed } = createApi({
    served: ['query'],
    authenticate: () => null,
    logger: { error() {}, warn() {} },
  });
  expect(assertServed).toThrow(/endpoints without a handler: .*\bbooks\b/);
  expect(assertServed).not.toThrow(/signUp/);
  expect(() => serve(logout, async () => ({ message: '' }))).toThrow('logout is not an endpoint');
  serve(books, async () => []);
  expect(() => serve(books, async () => [])).toThrow('books is served twice');
});

test('a process answers only its own endpoints', async () => {
  const { call } = start({ served: ['command'] });
  expect((await call('GET', '/books')).body).toBe('<p>the app');
});

test('commands return their position, and queries wait for it', async () => {
  const { serve, call } = start({ logId: async () => '3F2A91BC-0000-4000-8000-000000000000' });
  let given: { commandId: string; after: LogPosition | undefined } | undefined;
  serve(setSetting, async request => {
    given = request;
    request.appended('0000000000000042');
    return request.body;
  });
  serve(profile, async request => {
    given = request;
    request.stale();
    return refuse('gone', { because: 'missing' });
  });
  const body = JSON.stringify({ setting: 'autoPlayWordTTS', value: true });
  const id = '0198F0DE-7B5A-7B5A-8B5A-0123456789AB';
  const written = await call('PATCH', '/users/settings', 'user', {
    body,
    headers: { 'Idempotency-Key': id },
  });
  expect(given?.commandId).toBe(id.toLowerCase());
  expect(written.headers.get('x-log-position')).toBe('3f2a91bc:0000000000000042');
  await call('PATCH', '/users/settings', 'user', { body });
  expect(given?.commandId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);

  const asked = await call('GET', '/users/profile', 'user', {
    headers: { 'X-Log-Position': '3f2a91bc:42' },
  });
  expect(given?.after).toEqual({ log: '3f2a91bc', position: '42' });
  expect(asked.headers.get('x-stale')).toBe('true');
  for (const junk of ["'; drop", 'zzz', '3f2a91bc:zzz', '']) {
    const bad = await call('GET', '/users/profile', 'user', { headers: { 'X-Log-Position': junk } });
    expect([junk, bad.status, bad.body.errorField]).toEqual([junk, 400, 'X-Log-Position']);
  }
  // A page from before an upgrade sends a position without log: nothing to wait for.
  await call('GET', '/users/profile', 'user', { headers: { 'X-Log-Position': '42' } });
  expect(given?.after).toBeUndefined();
});

test('replies must not be cached by proxies', async () => {
  const { serve, call } = start();
  serve(books, async () => []);
  serve(answers, async () => ({}));
  expect((await call('GET', '/books')).headers.get('cache-control')).toBe('private, no-store');
  expect((await call('GET', '/books', '')).headers.get('cache-control')).toBe('private, no-store');
  const file = '/answers/Platero%20y%20Yo/ch1/ch1WordAnswers.json';
  expect((await call('GET', file)).headers.get('cache-control')).toBe('private, no-cache');
});

test('unknown addresses are 404', async () => {
  const { call } = start();
  for (const path of ['/answers/x', '/img/flags/None.png', '/badges/A0-1.png', '/spanish-words/a/gato.wav']) {
    const { status, body } = await call('GET', path);
    expect([path, status, body]).toEqual([path, 404, { message: 'not found' }]);
  }
  expect((await call('GET', '/library')).body).toBe('<p>the app');
  expect((await call('GET', '/forgot-password')).body).toBe('<p>the app');
  const other = await call('DELETE', '/books');
  expect([other.status, other.headers.get('allow')]).toEqual([405, 'GET, POST']);
});

test('the endpoint table generates OpenAPI and the reference page', async () => {
  const { call } = start();
  const { body } = await call('GET', '/openapi.json', '');
  expect(body.openapi).toBe('3.1.0');
  const operations = Object.values(body.paths).flatMap(path => Object.values(path as object));
  expect(operations.map(({ operationId }) => operationId).sort()).toEqual(
    endpoints.map(({ name }) => name).sort(),
  );
  expect(body.paths['/auth/sign-up'].post.requestBody.content['application/json'].schema).toMatchObject({
    required: ['username', 'email', 'password'],
    additionalProperties: false,
  });
  expect(body.paths['/sentences/{bookId}/{chapter}'].get.parameters).toEqual(
    expect.arrayContaining([expect.objectContaining({ name: 'chapter', in: 'path', required: true })]),
  );
  const page = await call('GET', '/api', '');
  for (const { method, path } of endpoints) expect(page.body).toContain(`<h3>${method} ${path}</h3>`);
});

test('only valid tokens are accepted', () => {
  const [own, before, stranger] = ['k', 'p', 's'].map(sign => tokenKeyOf(sign.repeat(32)));
  if (!own || !before || !stranger) throw new Error('no keys');
  const read = authenticator([own, before]);
  const UserInfo = { username: 'reader1', roles: ['user'], activeSubscription: false };
  const sign = (claims: object, options: jwt.SignOptions = {}, { id, key } = own) =>
    jwt.sign(claims, key, {
      ...{ subject: user.id, issuer: 'camino', audience: 'camino', keyid: id, expiresIn: 60 },
      ...options,
    });
  expect(read(sign({ sid: 's1', UserInfo }))).toEqual(user);
  expect(read(sign({ sid: 's1', UserInfo }, {}, before))).toEqual(user);
  expect(read(sign({ sid: 's1', UserInfo }, {}, stranger))).toBeNull();
  expect(read(sign({ sid: 's1', UserInfo }, { keyid: before.id }))).toBeNull();
  expect(read(sign({ sid: 's1', UserInfo }, { keyid: '__proto__' }))).toBeNull();
  expect(read(sign({ sid: 's1', UserInfo }, { audience: 'camino provider' }))).toBeNull();
  expect(read(sign({ purpose: 'reset' }, { jwtid: 'r1' }))).toEqual(known['reset']);
  expect(read(sign({ purpose: 'reset' }))).toBeNull();
  expect(read(sign({ purpose: 'other', sid: 's1', UserInfo }))).toBeNull();
  expect(read(sign({ sid: 's1', UserInfo: { ...UserInfo, roles: ['root'] } }))).toBeNull();
  expect(read(sign({ sid: 's1', UserInfo }, { subject: 'someone' }))).toBeNull();
  expect(read(sign({ sid: 's1' }))).toBeNull();
  expect(read('')).toBeNull();
});

test('a token that was accepted before is refused once it has expired', () => {
  const key = tokenKeyOf('k'.repeat(32));
  const read = authenticator([key]);
  const claims = { sid: 's1', UserInfo: { username: 'reader1', roles: ['user'], activeSubscription: false } };
  const token = jwt.sign(claims, key.key, {
    ...{ subject: user.id, issuer: 'camino', audience: 'camino', keyid: key.id, expiresIn: 60 },
  });
  expect([read(token), read(token)]).toEqual([user, user]);
  const clock = vi.spyOn(Date, 'now');
  onTestFinished(() => clock.mockRestore());
  clock.mockReturnValue(Date.now() + 61_000);
  expect(read(token)).toBeNull();
});

test('too many commands of a caller are refused; queries and visitors are not', async () => {
  const counted: string[] = [];
  const { call } = start({ commandRate: async id => (counted.push(id) > 1 ? 7 : 0) });
  const body = JSON.stringify({ setting: 'autoPlayWordTTS', value: true });
  await call('PATCH', '/users/settings', 'user', { body });
  const refused = await call('PATCH', '/users/settings', 'user', { body });
  expect(refused).toMatchObject({ status: 429, body: { message: 'too many requests' } });
  expect(refused.headers.get('Retry-After')).toBe('7');
  await call('GET', '/books');
  await call('POST', '/auth/login', '', { body: '{}' });
  expect(counted).toEqual([user.id, user.id]);
});

test('a bulk act counts as many commands, by its fragments', async () => {
  const weights: number[] = [];
  const { serve, call } = start({
    commandRate: async (_, weight) => {
      weights.push(weight);
      return weight > 10 ? 7 : 0;
    },
  });
  serve(markFragments, async ({ body }) => ({ changed: body.fragments.length }));
  const marks = async (count: number) => {
    const fragments = Array.from({ length: count }, (_, index) => ({ fragmentId: `f${index}`, level: 'I' }));
    const body = JSON.stringify({ languageId: 'es', fragments });
    return (await call('PUT', '/vocabularies/fragments', 'user', { body })).status;
  };
  expect([await marks(100), await marks(101), await marks(1_460)]).toEqual([200, 200, 429]);
  // The first of each before its body is read.
  expect(weights).toEqual([1, 1, 1, 1, 14]);
});

test('only our own pages begin a sign-in with a provider, which then sends the browser back', async () => {
  const { serve, call } = start();
  for (const endpoint of [loginWithProvider, providerReturned])
    serve(endpoint, async ({ http: { response } }) => void response.redirect('/there'));
  const status = async (path: string, site: string) =>
    (await call('GET', path, '', { headers: { 'Sec-Fetch-Site': site }, redirect: 'manual' })).status;
  for (const site of ['same-origin', 'none']) expect(await status('/auth/login/google', site)).toBe(302);
  // A picture on another site, or a window that it opened, would use up the logins of the visitor's address.
  for (const site of ['cross-site', 'same-site']) expect(await status('/auth/login/google', site)).toBe(403);
  expect(await status('/auth/login/google/callback', 'cross-site')).toBe(302);
});

test('calls that the cookie authorises come from our own pages; a HEAD does no command', async () => {
  const { serve, call, router } = start();
  serve(logout, async () => ({ message: 'logged out' }));
  const status = async (headers: Record<string, string>) =>
    (await call('POST', '/auth/logout', '', { headers })).status;
  expect(await status({})).toBe(200);
  for (const site of ['same-origin', 'none']) expect(await status({ 'Sec-Fetch-Site': site })).toBe(200);
  for (const site of ['cross-site', 'same-site']) expect(await status({ 'Sec-Fetch-Site': site })).toBe(403);
  for (const origin of ['https://evil.example', 'null', 'http://127.0.0.1:1'])
    expect(await status({ Origin: origin })).toBe(403);
  const server = express().use(router).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await new Promise(resolve => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  for (const path of ['/auth/refresh', '/users/sessions', '/auth/login/google'])
    expect((await fetch(`http://127.0.0.1:${port}${path}`, { method: 'HEAD' })).status).toBe(405);
});

import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, stopApp } from '../tooling/testing/app.ts';
import { testDatabase } from '../tooling/testing/database.ts';
import { runDirectory } from '../tooling/testing/run-directory.ts';
import { freePort } from './postgres/port.ts';
import { openLog } from './stores.ts';

/** Two processes of each role side by side against one log and one Postgres; also on `EVENTSTORE_URL` when it is set. */

const { directory, remove } = await runDirectory();
const { url: databaseUrl, drop } = await testDatabase({ keep: true });
const common = { DATABASE_URL: databaseUrl, TOKEN_SECRET: randomUUID() + randomUUID() };

interface Process {
  readonly url: string;
  readonly kill: () => Promise<unknown>;
  readonly stop: () => Promise<number | null>;
}

async function started(ROLES: string): Promise<Process> {
  const port = await freePort();
  const app = await startApp({ port, directory: join(directory, String(port)) }, { ...common, ROLES });
  return {
    url: `http://localhost:${port}`,
    kill: () => stopApp(app, 'SIGKILL'),
    stop: () => stopApp(app),
  };
}

let commands: readonly [Process, Process];
let queries: readonly [Process, Process];
let projectors: readonly [Process, Process];
let web: Process;
let token = '';
let language = '';
let fragments: readonly string[] = [];

beforeAll(async () => {
  // One first: the stand-by is the one that comes later.
  const first = await started('projections');
  const all = await Promise.all(
    ['command-api', 'command-api', 'query-api', 'query-api', 'projections', 'web'].map(started),
  );
  const [a, b, c, d, e, f] = all;
  if (!a || !b || !c || !d || !e || !f) throw new Error('not all were started');
  web = f;
  [commands, queries, projectors] = [
    [a, b],
    [c, d],
    [first, e],
  ];
  const { body: login } = await call<{ accessToken: string }>(a, 'POST', '/auth/login', {
    body: { credential: 'maria', password: 'Camino-2026!' },
  });
  token = login.accessToken;
  const { body: shelf } = await call<{ _id: string; title: string; language: { id: string } }[]>(
    c,
    'GET',
    '/books',
  );
  const book = shelf.find(({ title }) => title === 'Platero y Yo');
  language = book?.language.id ?? '';
  const { body: words } = await call<Word[]>(d, 'GET', `/word-instances/${book?._id}/1`);
  fragments = [...new Set(words.filter(({ skipped }) => skipped === null).map(({ stem }) => stem._id))];
}, 120_000);

afterAll(async () => {
  await Promise.all([...commands, ...queries, ...projectors, web].map(({ stop }) => stop()));
  await drop();
  await remove();
}, 60_000);

interface Word {
  readonly skipped: string | null;
  readonly stem: { readonly _id: string };
}

interface Sent {
  readonly body?: unknown;
  readonly commandId?: string;
  readonly after?: string | undefined;
}

async function call<Body>(to: Process, method: string, path: string, { body, commandId, after }: Sent = {}) {
  const response = await fetch(to.url + path, {
    method,
    headers: {
      'Content-Type': 'application/json',
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(commandId !== undefined && { 'Idempotency-Key': commandId }),
      ...(after !== undefined && { 'X-Log-Position': after }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    body: (text ? JSON.parse(text) : {}) as Body,
    position: response.headers.get('X-Log-Position') ?? '',
    stale: response.headers.get('X-Stale') === 'true',
  };
}

function mark(to: Process, fragmentId: string | undefined, commandId: string = randomUUID()) {
  const body = { fragmentId, newState: 'known', newLevel: 'IV', languageId: language };
  return call(to, 'PUT', '/vocabularies', { body, commandId });
}

const newest = (replies: readonly { position: string }[]) =>
  replies.map(({ position }) => position).reduce((one, other) => (other > one ? other : one), '');

async function known(from: Process, after: string) {
  const { body, stale } = await call<{ fragment: string; state: string }[]>(from, 'GET', '/vocabularies', {
    after,
  });
  return { stale, fragments: body.filter(({ state }) => state === 'known').map(({ fragment }) => fragment) };
}

/** The fragments of the learner's stream, in the order they were changed. */
async function changed(): Promise<readonly string[]> {
  const { sub: learner } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  const log = await openLog(process.env['EVENTSTORE_URL'], databaseUrl);
  const events = await log.readStream(`vocabulary-${learner}-${language}`);
  await log.close();
  return events.filter(({ type }) => type === 'FragmentChanged').map(({ data }) => String(data['fragment']));
}

test('commands of one learner race in both processes; both query processes show all of them', async () => {
  const wanted = fragments.slice(0, 30);
  // Half of them are sent to both at once, as by a client that lost its patience.
  const replies = await Promise.all(
    wanted.flatMap((fragment, index) => {
      const id = randomUUID();
      const one = mark(commands[index % 2 === 0 ? 0 : 1], fragment, id);
      return index % 4 < 2 ? [one] : [one, mark(commands[index % 2 === 0 ? 1 : 0], fragment, id)];
    }),
  );
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
  const position = newest(replies);
  for (const from of queries) {
    const { stale, fragments: found } = await known(from, position);
    expect(stale).toBe(false);
    expect(found.toSorted()).toEqual(wanted.toSorted());
  }
  expect((await changed()).toSorted()).toEqual(wanted.toSorted());
});

test('a command process killed in mid-flight loses nothing: what it did not answer goes to the other, once', async () => {
  const wanted = fragments.slice(30, 50).map(fragment => ({ fragment, id: randomUUID() }));
  const [dying, living] = commands;
  const sent = wanted.map(({ fragment, id }) => mark(dying, fragment, id).catch(() => undefined));
  await Promise.race(sent);
  await dying.kill();
  const answers = await Promise.all(sent);
  const again = await Promise.all(wanted.map(({ fragment, id }) => mark(living, fragment, id)));
  expect(again.map(({ status }) => status)).toEqual(again.map(() => 200));
  expect(answers.some(answer => answer?.status === 200)).toBe(true);
  const all = fragments.slice(0, 50).toSorted();
  expect((await changed()).toSorted()).toEqual(all);
  expect((await known(queries[0], newest(again))).fragments.toSorted()).toEqual(all);
});

test('the leading projector is killed: the stand-by goes on within 5 s, nothing is counted twice', async () => {
  await projectors[0].kill();
  const killed = performance.now();
  const wrote = await mark(commands[1], fragments[50]);
  for (;;) {
    const { stale } = await known(queries[1], wrote.position);
    if (!stale) break;
    expect(performance.now() - killed).toBeLessThan(5_000);
    await pause(50);
  }
  const { body } = await call<{ knownCount: number }>(
    queries[0],
    'PATCH',
    '/vocabularies/user-known-fragment-count',
    { body: { languageId: language }, after: wrote.position },
  );
  // Every one of them is known: three thirds each.
  expect(body.knownCount).toBe(51);
});

test('a process answers its own calls only', async () => {
  const [query] = queries;
  expect((await call(query, 'POST', '/auth/logout')).status).toBe(404);
  expect((await call(commands[1], 'GET', '/books')).status).toBe(404);
  expect((await call(web, 'GET', '/books')).status).toBe(404);
  expect((await call(web, 'PUT', '/vocabularies', { body: {} })).status).toBe(404);
  expect(await (await fetch(`${web.url}/library`)).text()).toContain('<div id="root">');
});

test('told to stop, a command process stores and answers what has reached it, and takes nothing more', async () => {
  const fragmentId = fragments[51];
  const body = JSON.stringify({ fragmentId, newState: 'known', newLevel: 'IV', languageId: language });
  // Half of the body holds the request open.
  const request = http.request(`${commands[1].url}/vocabularies`, {
    method: 'PUT',
    headers: {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
      Authorization: `Bearer ${token}`,
      Expect: '100-continue',
    },
  });
  request.flushHeaders();
  await once(request, 'continue');
  request.write(body.slice(0, 20));
  const stopped = commands[1].stop();
  await expect
    .poll(() => fetch(`${commands[1].url}/health/live`).catch(() => 'refused'), { timeout: 5_000 })
    .toBe('refused');
  request.end(body.slice(20));
  const [response] = await once(request, 'response');
  expect(response.statusCode).toBe(200);
  const { stale, fragments: found } = await known(queries[0], String(response.headers['x-log-position']));
  expect({ stale, found: found.includes(String(fragmentId)) }).toEqual({ stale: false, found: true });
  response.resume();
  expect(await stopped).toBe(0);
});

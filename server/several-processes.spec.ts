import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CallingLearner, signIn } from '../tooling/testing/caller.ts';
import { testsInOrder } from '../tooling/testing/in-order.ts';
import { type Process, severalProcesses } from '../tooling/testing/processes.ts';

/** Two processes of each role side by side against one log and one Postgres; also on `EVENTSTORE_URL` when it is set. */

const { databaseUrl, start, close } = await severalProcesses();

let commands: readonly [Process, Process];
let queries: readonly [Process, Process];
let projectors: readonly [Process, Process];
let web: Process;
let maria: CallingLearner;
let fragments: readonly string[] = [];

testsInOrder();
beforeAll(async () => {
  // One first: the stand-by is the one that comes later.
  const first = await start('projections');
  const all = await Promise.all(
    ['command-api', 'command-api', 'query-api', 'query-api', 'projections', 'web'].map(start),
  );
  const [a, b, c, d, e, f] = all;
  if (!a || !b || !c || !d || !e || !f) throw new Error('not all were started');
  web = f;
  [commands, queries, projectors] = [
    [a, b],
    [c, d],
    [first, e],
  ];
  maria = await signIn('maria', a, c);
  fragments = maria.fragments;
});

afterAll(close);

const newest = (replies: readonly { position: string }[]) =>
  replies
    .map(({ position }) => position)
    .toSorted()
    .at(-1) ?? '';

/** The fragments of the learner's stream, in the order they were changed. */
async function changed(): Promise<readonly string[]> {
  const events = await maria.events(databaseUrl);
  return events.filter(({ type }) => type === 'FragmentChanged').map(({ data }) => String(data['fragment']));
}

test('commands of one learner race in both processes; both query processes show all of them', async () => {
  const wanted = fragments.slice(0, 30);
  // Half of them are sent to both at once, as by a client that lost its patience.
  const replies = await Promise.all(
    wanted.flatMap((fragment, index) => {
      const commandId = randomUUID();
      const one = maria.mark(commands[index % 2 === 0 ? 0 : 1], fragment, { commandId });
      if (index % 4 < 2) return [one];
      return [one, maria.mark(commands[index % 2 === 0 ? 1 : 0], fragment, { commandId })];
    }),
  );
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
  const position = newest(replies);
  for (const from of queries) {
    await expect.poll(async () => (await maria.known(from, position)).stale).toBe(false);
    expect((await maria.known(from, position)).fragments.toSorted()).toEqual(wanted.toSorted());
  }
  expect((await changed()).toSorted()).toEqual(wanted.toSorted());
});

test('a command process killed in mid-flight loses nothing: what it did not answer goes to the other, once', async () => {
  const wanted = fragments.slice(30, 50).map(fragment => ({ fragment, commandId: randomUUID() }));
  const [dying, living] = commands;
  const sent = wanted.map(({ fragment, commandId }) =>
    maria.mark(dying, fragment, { commandId }).catch(() => undefined),
  );
  await Promise.race(sent);
  await dying.kill();
  const answers = await Promise.all(sent);
  const again = await Promise.all(
    wanted.map(({ fragment, commandId }) => maria.mark(living, fragment, { commandId })),
  );
  expect(again.map(({ status }) => status)).toEqual(again.map(() => 200));
  expect(answers.some(answer => answer?.status === 200)).toBe(true);
  const all = fragments.slice(0, 50).toSorted();
  expect((await changed()).toSorted()).toEqual(all);
  await expect
    .poll(async () => (await maria.known(queries[0], newest(again))).fragments.toSorted())
    .toEqual(all);
});

test('the leading projector is killed: the stand-by takes over, nothing is counted twice', async () => {
  await projectors[0].kill();
  const wrote = await maria.mark(commands[1], fragments[50]);
  await expect.poll(async () => (await maria.known(queries[1], wrote.position)).stale).toBe(false);
  const { body } = await maria.call<{ knownCount: number }>(
    queries[0],
    'PATCH',
    '/vocabularies/user-known-fragment-count',
    { body: { languageId: maria.language }, after: wrote.position },
  );
  // Every one of them is known: three thirds each.
  expect(body.knownCount).toBe(51);
});

test('a process answers its own calls only', async () => {
  const [query] = queries;
  expect((await maria.call(query, 'POST', '/auth/logout')).status).toBe(404);
  expect((await maria.call(commands[1], 'GET', '/books')).status).toBe(404);
  expect((await maria.call(web, 'GET', '/books')).status).toBe(404);
  expect((await maria.call(web, 'PUT', '/vocabularies', { body: {} })).status).toBe(404);
  expect(await (await fetch(`${web.url}/library`)).text()).toContain('<div id="root">');
});

test('told to stop, a command process stores and answers what has reached it, and takes nothing more', async () => {
  const fragmentId = fragments[51];
  const body = JSON.stringify({ fragmentId, newState: 'known', newLevel: 'IV', languageId: maria.language });
  // Half of the body holds the request open.
  const request = http.request(`${commands[1].url}/vocabularies`, {
    method: 'PUT',
    headers: {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
      Authorization: `Bearer ${maria.token}`,
      Expect: '100-continue',
    },
  });
  request.flushHeaders();
  await once(request, 'continue');
  request.write(body.slice(0, 20));
  const stopped = commands[1].stop();
  await expect.poll(() => fetch(`${commands[1].url}/health/live`).catch(() => 'refused')).toBe('refused');
  request.end(body.slice(20));
  const [response] = await once(request, 'response');
  expect(response.statusCode).toBe(200);
  await expect
    .poll(async () => {
      const position = String(response.headers['x-log-position']);
      return (await maria.known(queries[0], position)).fragments.includes(String(fragmentId));
    })
    .toBe(true);
  response.resume();
  expect(await stopped).toBe(0);
});

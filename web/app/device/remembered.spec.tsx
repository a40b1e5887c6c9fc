// @vitest-environment jsdom
import { render } from '@testing-library/react';
import { keys, set } from 'idb-keyval';
import { afterEach, expect, test, vi } from 'vitest';
import { login, refresh } from '../../../facade/identity.ts';
import { clearRemembered } from '../../shared/device/log-out.ts';
import { personOnDevice, rememberPerson } from '../../shared/device/person.ts';
import { createSession } from '../../shared/session/session.ts';
import { providers } from '../../testing/providers.tsx';
import { accessTokenOf, failure, scriptedServer, sessionOn } from '../../testing/scripted-server.ts';
import { AppLayout } from '../shell/AppLayout.tsx';

/** Tests which user the device remembers, and their data, when a session begins. */

const remember = (learner: string) =>
  rememberPerson({ learner, username: learner, roles: ['user'], subscribed: true });

afterEach(() => void vi.useRealTimers());

/** Long enough for a busy machine, in milliseconds. */
const patient = { timeout: 120_000 };

/** Opens a page on a device where ana was signed in last. */
async function opened({ marker = true, reply }: { marker?: boolean; reply: () => Response }) {
  remember('ana');
  await set('reply ana ["profile"]', { data: {}, at: 1 });
  await set('outbox ana', []);
  const server = scriptedServer();
  server.on(refresh, reply);
  const session = createSession({
    fetch: server.fetch,
    takeToken: () => null,
    maySessionExist: () => marker,
  });
  await session.start();
  render(<AppLayout />, providers(session, { path: '/login' }));
  return session;
}

test('a refresh for another account replaces the remembered user', async () => {
  remember('ana');
  await sessionOn(scriptedServer(), 'eva');
  expect(personOnDevice()).toBeUndefined();
});

test('a login as another account replaces the remembered user at once', async () => {
  const server = scriptedServer();
  const session = await sessionOn(server, null);
  remember('ana');
  server.on(login, () => Response.json({ accessToken: accessTokenOf('an') }));
  await session.login({ credential: 'an', password: 'secret' });
  expect(personOnDevice()).toBeUndefined();
});

test('a signed-in user stays remembered', async () => {
  remember('ana');
  await sessionOn(scriptedServer(), 'ana');
  expect(personOnDevice()?.learner).toBe('ana');
});

test('a session that was ended elsewhere clears the data on the device, except unsent commands', async () => {
  const session = await opened({ reply: () => failure(404, 'jwt cookie not found') });
  expect(session.auth().status).toBe('signed-out');
  await vi.waitFor(async () => expect(await keys()).toEqual(['outbox ana']), patient);
  expect(personOnDevice()).toBeUndefined();
});

test('a missing marker of a session does the same', async () => {
  await opened({ marker: false, reply: () => failure(404, 'jwt cookie not found') });
  await vi.waitFor(async () => expect(await keys()).toEqual(['outbox ana']), patient);
  expect(personOnDevice()).toBeUndefined();
});

test.each([
  ['too many requests', () => failure(429, 'too many requests')],
  ['a page of the network in between', () => new Response('<p>Sign in to the train</p>')],
  ['an error of the server', () => failure(503, 'not now')],
])('%s ends no session, and clears nothing', async (_, reply) => {
  const session = await opened({ reply });
  // Only a session that has certainly ended clears data.
  expect(session.isOver()).toBe(false);
  await clearRemembered(session);
  expect(await keys()).toHaveLength(2);
  expect(personOnDevice()?.learner).toBe('ana');
});

test('a start waits four seconds for a lost reply, and accepts it whenever it arrives', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  remember('ana');
  const server = scriptedServer();
  const { promise, resolve } = Promise.withResolvers<{ accessToken: string }>();
  server.on(refresh, () => promise);
  const session = createSession({ fetch: server.fetch, takeToken: () => null, maySessionExist: () => true });
  const started = session.start();
  await vi.advanceTimersByTimeAsync(3_999);
  expect(session.auth().status).toBe('loading');
  await vi.advanceTimersByTimeAsync(1);
  expect(session.auth().status).toBe('unreachable');
  session.resume({ learner: 'ana', username: 'ana', roles: ['user'], subscribed: true });
  resolve({ accessToken: accessTokenOf('ana') });
  await started;
  expect(session.auth()).toMatchObject({ status: 'signed-in', learner: 'ana' });
  expect(session.auth().accessToken).not.toBeNull();
});

test('without a remembered user a slow refresh does not make the server unreachable', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const server = scriptedServer();
  server.on(refresh, () => new Promise<never>(() => {}));
  const session = createSession({ fetch: server.fetch, takeToken: () => null, maySessionExist: () => true });
  void session.start();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(session.auth().status).toBe('loading');
});

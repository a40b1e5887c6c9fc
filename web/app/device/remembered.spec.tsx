// @vitest-environment jsdom
import { render } from '@testing-library/react';
import { keys, set } from 'idb-keyval';
import { expect, test, vi } from 'vitest';
import { login, refresh } from '../../../facade/identity.ts';
import { createSession } from '../../shared/session/session.ts';
import { providers } from '../../testing/providers.tsx';
import { accessTokenOf, failure, scriptedServer, sessionOn } from '../../testing/scripted-server.ts';
import { AppLayout } from '../shell/AppLayout.tsx';
import '../../shared/device/leave.ts';
import { personOnDevice, rememberPerson } from '../../shared/device/person.ts';

/** Who is remembered on the device, and what lies there of them, when a session begins. */

const remember = (learner: string) =>
  rememberPerson({ learner, username: learner, roles: ['user'], subscribed: true });

/** Time enough for a busy machine, in milliseconds. */
const patient = { timeout: 20_000 };

/** A page that is opened where ana was signed in last. */
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

test('whoever is refreshed to somebody else leaves nobody of another id remembered', async () => {
  remember('ana');
  await sessionOn(scriptedServer(), 'eva');
  expect(personOnDevice()).toBeUndefined();
});

test('whoever logs in leaves nobody of another id remembered, at once', async () => {
  const server = scriptedServer();
  const session = await sessionOn(server, null);
  remember('ana');
  server.on(login, () => Response.json({ accessToken: accessTokenOf('an') }));
  await session.login({ credential: 'an', password: 'secret' });
  expect(personOnDevice()).toBeUndefined();
});

test('who is signed in stays remembered', async () => {
  remember('ana');
  await sessionOn(scriptedServer(), 'ana');
  expect(personOnDevice()?.learner).toBe('ana');
});

test('a session that was ended elsewhere clears what lies here but for what waits', async () => {
  const session = await opened({ reply: () => failure(404, 'jwt cookie not found') });
  expect(session.auth().status).toBe('signed-out');
  await vi.waitFor(async () => expect(await keys()).toEqual(['outbox ana']), patient);
  expect(personOnDevice()).toBeUndefined();
});

test('so does a device without the marker of a session', async () => {
  await opened({ marker: false, reply: () => failure(404, 'jwt cookie not found') });
  await vi.waitFor(async () => expect(await keys()).toEqual(['outbox ana']), patient);
  expect(personOnDevice()).toBeUndefined();
});

test.each([
  ['too many requests', () => failure(429, 'too many requests')],
  ['a page of the network in between', () => new Response('<p>Sign in to the train</p>')],
  ['an error of the server', () => failure(503, 'not now')],
])('%s ends no session, and clears nothing', async (_, reply) => {
  await opened({ reply });
  // What would have been cleared was asked for before this.
  await new Promise(resolve => setTimeout(resolve));
  await set('later', 1);
  expect(await keys()).toHaveLength(3);
  expect(personOnDevice()?.learner).toBe('ana');
});

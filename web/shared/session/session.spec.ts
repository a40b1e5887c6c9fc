import { expect, test } from 'vitest';
import { refresh } from '../../../facade/identity.ts';
import { accessTokenOf, failure, scriptedServer } from '../../testing/scripted-server.ts';
import { createSession } from './session.ts';

function sessionWith({ marker, token = null }: { marker: boolean; token?: string | null }) {
  const server = scriptedServer();
  server.on(refresh, () => failure(404, 'jwt cookie not found'));
  const session = createSession({
    fetch: server.fetch,
    takeToken: () => token,
    maySessionExist: () => marker,
  });
  return { server, session };
}

test('without the marker of a session there is no request, and the user is signed out at once', () => {
  const { server, session } = sessionWith({ marker: false });
  void session.start();
  expect(session.auth().status).toBe('signed-out');
  expect(server.requests(refresh)).toEqual([]);
});

test('without the marker, a token in the address signs in at once', () => {
  const { session } = sessionWith({ marker: false, token: accessTokenOf('ana') });
  void session.start();
  expect(session.auth()).toMatchObject({ status: 'signed-in', learner: 'ana', cameFromUrl: true });
});

test('with the marker the session is refreshed first', async () => {
  const { server, session } = sessionWith({ marker: true, token: accessTokenOf('ana') });
  const started = session.start();
  expect(session.auth().status).toBe('loading');
  await started;
  expect(server.requests(refresh)).toHaveLength(1);
  expect(session.auth()).toMatchObject({ status: 'signed-in', learner: 'ana' });
});

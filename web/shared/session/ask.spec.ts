// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { refresh } from '../../../facade/identity.ts';
import { accessTokenOf, scriptedServer, sessionOn } from '../../testing/scripted-server.ts';
import { askForFile } from './ask.ts';

afterEach(() => vi.unstubAllGlobals());

/** Files are for whoever has the fresh token; each request's token is noted. */
function files(fresh: string) {
  const asked: (string | null)[] = [];
  vi.stubGlobal('fetch', async (_: string, { headers }: RequestInit) => {
    const token = new Headers(headers).get('Authorization');
    asked.push(token);
    return new Response('', { status: token === `Bearer ${fresh}` ? 200 : 403 });
  });
  return asked;
}

const signal = new AbortController().signal;
const fresh = (learner: string) => `${accessTokenOf(learner)} fresh`;

test('a file is asked for again with a refreshed token', async () => {
  const server = scriptedServer();
  const session = await sessionOn(server, 'ana');
  server.on(refresh, () => ({ accessToken: fresh('ana') }));
  const asked = files(fresh('ana'));
  expect((await askForFile(session, '/export/history.jsonl', { signal })).status).toBe(200);
  expect(asked).toHaveLength(2);
});

test('never with the token of another account', async () => {
  const server = scriptedServer();
  const session = await sessionOn(server, 'ana');
  server.on(refresh, () => ({ accessToken: fresh('eva') }));
  const asked = files(fresh('eva'));
  expect((await askForFile(session, '/export/history.jsonl', { signal })).status).toBe(403);
  expect(asked).toEqual([`Bearer ${accessTokenOf('ana')}`]);
});

// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { refresh } from '../../../facade/identity.ts';
import { accessTokenOf, scriptedServer, sessionOn } from '../../testing/scripted-server.ts';
import { fetchFile } from './fetch-file.ts';

afterEach(() => vi.unstubAllGlobals());

/** Serves files for the fresh token only; each request's token is recorded. */
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

test('a request for a file is repeated with a refreshed token', async () => {
  const server = scriptedServer();
  const session = await sessionOn(server, 'ana');
  server.on(refresh, () => ({ accessToken: fresh('ana') }));
  const asked = files(fresh('ana'));
  expect((await fetchFile(session, '/export/history.jsonl', { signal })).status).toBe(200);
  expect(asked).toHaveLength(2);
});

test('a request for a file is never repeated for another account', async () => {
  const server = scriptedServer();
  const session = await sessionOn(server, 'ana');
  server.on(refresh, () => ({ accessToken: fresh('eva') }));
  const asked = files(fresh('eva'));
  expect((await fetchFile(session, '/export/history.jsonl', { signal })).status).toBe(403);
  expect(asked).toEqual([`Bearer ${accessTokenOf('ana')}`]);
});

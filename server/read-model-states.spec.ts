import { randomUUID } from 'node:crypto';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { openPool } from '../database/pool.ts';
import { postgresLog } from '../event-store/postgres/postgres-log.ts';
import { pause, resume } from '../projections/runner/control.ts';
import { testDatabase } from '../tooling/testing/database.ts';
import { severalProcesses } from '../tooling/testing/processes.ts';
import { withBuiltInLibrary } from '../tooling/testing/templates.ts';

/** What learners and balancers are told while read models are being built, or have failed. */

const { databaseUrl, start, close } = await severalProcesses();
afterAll(close);

const readiness = async (url: string) => {
  const reply = await fetch(`${url}/health/ready`);
  return { status: reply.status, parts: ((await reply.json()) as { parts: Record<string, string> }).parts };
};

test('no query is answered and no query process ready until the first builds have ended', async () => {
  const pool = openPool({ connectionString: databaseUrl, max: 2 });
  onTestFinished(() => pool.end());
  const app = await start('command-api,query-api');
  const login = await fetch(`${app.url}/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ credential: 'maria', password: 'Camino-2026!' }),
  });
  const { accessToken } = (await login.json()) as { accessToken: string };
  const ask = async (path: string) => {
    const reply = await fetch(app.url + path, { headers: { Authorization: `Bearer ${accessToken}` } });
    return reply.status;
  };
  // As after a restore without read models: nothing has been built.
  expect(await readiness(app.url)).toMatchObject({
    status: 503,
    parts: { readModels: expect.stringMatching(/^being built: /) },
  });
  for (const path of ['/vocabularies', '/users/profile'])
    expect([path, await ask(path)]).toEqual([path, 503]);
  const projecting = await start('projections');
  await expect.poll(() => readiness(app.url)).toMatchObject({ status: 200 });
  for (const path of ['/vocabularies', '/users/profile'])
    expect([path, await ask(path)]).toEqual([path, 200]);
  // Stopped later: what is known is told as stale, and the process stays ready.
  await pause(pool, ['vocabulary-entries']);
  const isStale = async () =>
    (
      await fetch(`${app.url}/vocabularies`, { headers: { Authorization: `Bearer ${accessToken}` } })
    ).headers.get('X-Stale');
  await expect.poll(isStale).toBe('true');
  expect((await readiness(app.url)).status).toBe(200);
  await resume(pool, ['vocabulary-entries']);
  await expect.poll(isStale).toBe(null);
  await projecting.stop();
});

test('an event that stops a minor read model leaves a process that serves calls ready, and names the part', async () => {
  const { url } = await testDatabase({ template: withBuiltInLibrary });
  const log = await postgresLog({ url });
  onTestFinished(() => log.close());
  // Not in a log that others read (`EVENTSTORE_URL`): each would stop at the event.
  const all = await severalProcesses({ DATABASE_URL: url, EVENTSTORE_URL: '' });
  onTestFinished(all.close);
  const app = await all.start('command-api,query-api,projections');
  await expect.poll(() => readiness(app.url)).toMatchObject({ status: 200 });
  // A stream that names nobody.
  const metadata = { commandId: randomUUID(), actor: 'system', at: new Date().toISOString(), schema: 1 };
  await log.append('reading', 'none', [
    { id: randomUUID(), type: 'ChapterOpened', data: { chapter: 1 }, metadata },
  ]);
  await expect
    .poll(() => readiness(app.url))
    .toMatchObject({ status: 200, parts: { projections: expect.stringContaining('degraded: failed: ') } });
  const only = await all.start('projections');
  await expect
    .poll(() => readiness(only.url))
    .toMatchObject({ status: 503, parts: { projections: expect.stringMatching(/^failed: /) } });
});

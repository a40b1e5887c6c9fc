import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { startApp, stopApp } from '../tooling/testing/app.ts';
import { testDatabase } from '../tooling/testing/database.ts';
import { runDirectory } from '../tooling/testing/run-directory.ts';
import { withBuiltInLibrary } from '../tooling/testing/templates.ts';
import { freePort } from './postgres/port.ts';

/** A real process between the signal and its end. */

const { directory, remove } = await runDirectory();
afterAll(remove);

async function started(more: Readonly<Record<string, string>>) {
  const { url: DATABASE_URL } = await testDatabase({ template: withBuiltInLibrary });
  const port = await freePort();
  const place = { port, directory: join(directory, String(port)) };
  const app = await startApp(place, { ROLES: 'command-api', DATABASE_URL, ...more });
  onTestFinished(async () => void (await stopApp(app, 'SIGKILL')));
  return { app, url: `http://localhost:${port}` };
}

const readiness = async (url: string) => {
  const reply = await fetch(`${url}/health/ready`);
  return { status: reply.status, body: await reply.json() };
};

test('told to stop it first says so and serves on, then refuses, and ends in good order', async () => {
  const { app, url } = await started({ DRAIN_SECONDS: '10' });
  expect((await readiness(url)).status).toBe(200);
  const told = performance.now();
  const stopped = stopApp(app);
  await expect.poll(() => readiness(url)).toEqual({ status: 503, body: { ready: false, draining: true } });
  const login = await fetch(`${url}/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ credential: 'maria', password: 'Camino-2026!' }),
  });
  expect([login.status, login.headers.get('connection')]).toEqual([200, 'close']);
  expect((await fetch(`${url}/health/live`)).status).toBe(200);

  await expect.poll(() => fetch(`${url}/health/live`).catch(() => 'refused')).toBe('refused');
  expect(performance.now() - told).toBeGreaterThan(10_000);
  expect(await stopped).toBe(0);
});

test('a second signal ends it at once', async () => {
  const { app, url } = await started({ DRAIN_SECONDS: '60' });
  const told = performance.now();
  app.kill('SIGTERM');
  await expect.poll(() => readiness(url)).toMatchObject({ status: 503 });
  const ended = once(app, 'exit');
  app.kill('SIGTERM');
  expect(await ended).toEqual([130, null]);
  expect(performance.now() - told).toBeLessThan(60_000);
});

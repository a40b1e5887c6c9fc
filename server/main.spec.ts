import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import http from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { startApp, stopApp } from '../tooling/testing/app.ts';
import { testDatabase } from '../tooling/testing/database.ts';
import { proofOfHuman } from '../tooling/testing/human.ts';
import { runDirectory } from '../tooling/testing/run-directory.ts';
import { inProduction } from '../tooling/testing/templates.ts';
import { credentialsOf } from './postgres/credentials.ts';
import { freePort } from './postgres/port.ts';
import { postmasterOf } from './postgres/postmaster.ts';

const main = join(import.meta.dirname, 'main.ts');
/** All but the browser app, whose build is not what is tested here. */
const ROLES = 'command-api,query-api,projections';

const { directory, remove } = await runDirectory();
const there = { directory, port: await freePort() };
afterAll(remove);

/** The app on the data directory of this file; it ends with the test at the latest. */
async function start(more: Readonly<Record<string, string>> = {}) {
  const app = await startApp(there, { ROLES, ...more });
  onTestFinished(async () => void (await stopApp(app)));
  return app;
}

/** Runs the app until it ends by itself. */
async function run(environment: Readonly<Record<string, string>>) {
  const app = spawn(process.execPath, [main], { env: { PATH: process.env['PATH'], ...environment } });
  let said = '';
  for (const stream of [app.stdout, app.stderr])
    stream.on('data', chunk => {
      said += chunk;
    });
  const [code] = await once(app, 'close');
  return { code, said };
}

async function database() {
  const { home } = await credentialsOf(directory);
  return postmasterOf(join(home ?? '', 'data'));
}

async function login(credential: string): Promise<number> {
  const { status } = await fetch(`http://localhost:${there.port}/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ credential, password: 'Camino-2026!' }),
  });
  return status;
}

test('starts ready, with both logins, the mailbox and its own secrets, and stops without a trace', async () => {
  const app = await start();
  const readiness = async () => (await fetch(`http://localhost:${there.port}/health/ready`)).json();
  // The first build of an empty log is over in a moment.
  await expect.poll(readiness).toEqual({
    ready: true,
    parts: { database: 'ready', log: 'ready', readModels: 'ready', projections: 'ready', jobs: 'ready' },
  });
  expect(await Promise.all(['maria', 'admin'].map(login))).toEqual([200, 200]);
  expect(await (await fetch(`http://localhost:${there.port}/dev/mail.json`)).json()).toEqual([]);
  expect(await stopApp(app, 'SIGINT')).toBe(0);
  expect(await database()).toBeUndefined();
});

test('a second start on the same data says where the first runs and leaves it alone', async () => {
  await start();
  const second = await run({ DATA_DIRECTORY: directory, PORT: String(await freePort()) });
  expect(second).toEqual({ code: 1, said: `Camino runs already at http://localhost:${there.port}.\n` });
  expect(await login('maria')).toBe(200);
});

test('after a kill it starts again on the database that was left, and nothing is lost', async () => {
  const first = await start();
  const signedUp = await fetch(`http://localhost:${there.port}/auth/sign-up`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      ...{ username: 'lucia', email: 'lucia@camino.example', password: 'Camino-2026!' },
      proof: await proofOfHuman(`http://localhost:${there.port}`),
    }),
  });
  expect(signedUp.status).toBe(201);
  await stopApp(first, 'SIGKILL');
  const left = await database();
  expect(left).toBeDefined();

  const second = await start();
  expect(await database()).toEqual(left);
  // Known, and not verified yet.
  expect(await login('lucia')).toBe(401);
  // An attempt that died with the first process is made again.
  const mails = async () => (await fetch(`http://localhost:${there.port}/dev/mail.json`)).json();
  await expect.poll(mails, { timeout: 120_000, interval: 500 }).toHaveLength(1);
  expect(await stopApp(second, 'SIGTERM')).toBe(0);
  expect(await database()).toBeUndefined();
});

test('requests in progress are answered before it stops', async () => {
  const app = await start();
  // A body that arrives in two halves holds its request open.
  const request = http.request({ port: there.port, path: '/auth/login', method: 'POST' });
  request.setHeader('Content-Type', 'application/json').setHeader('Expect', '100-continue').flushHeaders();
  await once(request, 'continue');
  request.write('{"credential":"maria",');
  const stopped = stopApp(app);
  await expect
    .poll(() => fetch(`http://localhost:${there.port}/health/live`).catch(() => 'refused'))
    .toBe('refused');
  // Refused before a password is hashed, which takes longer than a stop waits where others take the processor.
  request.end('"password":""}');
  const [response] = await once(request, 'response');
  expect(response.statusCode).toBe(400);
  response.resume();
  expect(await stopped).toBe(0);
});

test('a part that cannot start stops what was begun, in one line', async () => {
  const stranger = createServer().listen(there.port, '127.0.0.1');
  await once(stranger, 'listening');
  onTestFinished(() => void stranger.close());
  const { code, said } = await run({ ROLES, DATA_DIRECTORY: directory, PORT: String(there.port) });
  expect({ code, said }).toEqual({ code: 1, said: `PORT ${there.port} is taken by another program\n` });
  expect(await database()).toBeUndefined();
});

test('production without its secrets does not start, and touches nothing', async () => {
  const untouched = join(directory, 'never');
  const { code, said } = await run({ NODE_ENV: 'production', DATA_DIRECTORY: untouched });
  expect(code).toBe(1);
  const names = said
    .trim()
    .split('\n')
    .map(line => line.split(' ')[0]);
  expect(names).toEqual([
    'PUBLIC_URL',
    'SMTP_URL',
    'STRIPE_SECRET_KEY',
    'STRIPE_WEBHOOK_SECRET',
    'TOKEN_SECRET',
  ]);
  expect(existsSync(untouched)).toBe(false);
});

test('in production there are no ready-made logins, no mailbox and no simulated Google', async () => {
  const { url } = await testDatabase({ template: inProduction });
  const app = await start({
    NODE_ENV: 'production',
    DATABASE_URL: url,
    HOST: '127.0.0.1',
    PUBLIC_URL: `http://localhost:${there.port}`,
    SMTP_URL: 'smtp://127.0.0.1:9',
    STRIPE_SECRET_KEY: 'sk_live_9f2c7d1e',
    STRIPE_WEBHOOK_SECRET: 'whsec_4b8e1a6f',
    TOKEN_SECRET: '8f1b6f5c2a9d4e7b8f1b6f5c2a9d4e7b8f1b6f5c2a9d4e7b',
    DRAIN_SECONDS: '0',
  });
  expect(await login('admin')).toBe(401);
  expect((await fetch(`http://localhost:${there.port}/dev/mail.json`)).status).toBe(404);
  const discovery = `http://localhost:${there.port}/dev/google/.well-known/openid-configuration`;
  expect((await fetch(discovery)).status).toBe(404);
  const button = await fetch(`http://localhost:${there.port}/auth/login/google`, { redirect: 'manual' });
  expect(button.headers.get('location')).toBe('/login?provider=unavailable');
  expect(await stopApp(app)).toBe(0);
});

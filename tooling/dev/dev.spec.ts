import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { endpoints } from '../../facade/endpoints.ts';
import { freePort } from '../../server/postgres/port.ts';
import { settings } from '../../server/settings.ts';
import { runDirectory } from '../testing/run-directory.ts';
import { apiCalls } from './api-calls.ts';

test('calls of the endpoint table go to the server, pages and modules to Vite', () => {
  const isApiCall = apiCalls(endpoints);
  for (const [method, address] of [
    ['GET', '/books'],
    ['GET', '/books/pu5nd2'],
    ['PATCH', '/users/settings'],
    ['GET', '/answers/Platero%20y%20Yo/ch1/ch1words.json'],
    ['GET', '/health/ready'],
    ['GET', '/dev/mail'],
    ['GET', '/openapi.json'],
  ] as const)
    expect([method, address, isApiCall(method, address)]).toEqual([method, address, true]);
  for (const address of [
    '/',
    '/contact',
    '/library?from=login',
    '/sv/pu5nd2/1',
    '/app/main.tsx',
    '/@vite/client',
  ])
    expect([address, isApiCall('GET', address)]).toEqual([address, false]);
});

/** Resolves with the first line printed from now on that matches. */
function printed(dev: ChildProcess, wanted: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    dev.stdout?.on('data', chunk => {
      said += chunk;
      const match = wanted.exec(said);
      if (match) resolve(match[0]);
    });
    dev.once('exit', code => reject(new Error(`it ended with ${code}:\n${said}`)));
  });
}

test('the page comes from Vite, calls from a server that is replaced when its code changes', async () => {
  const { directory, remove } = await runDirectory();
  const port = await freePort();
  const environment = { ...process.env };
  for (const { name } of settings) delete environment[name];
  const dev = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env: { ...environment, PORT: String(port), DATA_DIRECTORY: directory },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(async () => {
    if (dev.exitCode === null) {
      dev.kill('SIGTERM');
      await once(dev, 'exit');
    }
    await remove();
  });
  const url = `http://localhost:${port}`;
  await printed(dev, /Camino is ready at .*/);
  expect(await (await fetch(url)).text()).toContain('/@vite/client');
  expect((await fetch(`${url}/books`)).status).toBe(403);

  const restarted = printed(dev, /ready \d+ ms after the change/);
  await utimes(join(import.meta.dirname, '../../server/api.ts'), new Date(), new Date());
  await restarted;
  // Read models of an empty log are built in a moment.
  await expect.poll(async () => (await fetch(`${url}/health/ready`)).status).toBe(200);
  dev.kill('SIGTERM');
  expect((await once(dev, 'exit'))[0]).toBe(0);
});

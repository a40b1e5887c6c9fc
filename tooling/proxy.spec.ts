import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { endpoints } from '../facade/endpoints.ts';
import { proxyConfiguration, proxyFile } from './proxy.ts';
import { checkNginx, nginxVersion, runNginx } from './testing/nginx.ts';

const written = readFileSync(proxyFile, 'utf8');

test('the proxy sends each call of the endpoint table to the process that serves it', () => {
  expect(written, 'run `npm run proxy`').toBe(proxyConfiguration(endpoints));
});

const version = nginxVersion();
const missing = version === undefined ? 'nginx is not installed' : '';

/** A server behind the proxy that replies with its name and the request. */
async function behind(name: string) {
  const server = createServer(async (request: IncomingMessage, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { method, url, headers } = request;
    response.end(JSON.stringify({ name, method, url, headers, body }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => void (await new Promise(resolve => server.close(resolve))));
  return (server.address() as AddressInfo).port;
}

/** A port on which nothing listens. */
async function gone(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise(resolve => server.close(resolve));
  return port;
}

interface Asked {
  readonly name: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

test('nginx runs it: every call arrives where it is served, from the address it came from', async ({
  skip,
}) => {
  if (missing) return skip(missing);
  const proxy = await runNginx(written, {
    command: [await gone(), await behind('command')],
    query: [await behind('query')],
    web: [await behind('web')],
  });
  onTestFinished(proxy.stop);
  const ask = async (method: string, path: string, body?: string): Promise<Asked> => {
    const headers = { 'X-Forwarded-For': '192.0.2.7', 'Content-Type': 'application/json' };
    const reply = await fetch(proxy.url + path, { method, headers, ...(body !== undefined && { body }) });
    expect([method, path, reply.status]).toEqual([method, path, 200]);
    return (await reply.json()) as Asked;
  };

  for (const { method, path, served } of endpoints) {
    const address = path.replaceAll(/:\w+/g, 'Platero%20y%20Yo');
    const asked = await ask(method, address, method === 'GET' ? undefined : '{"a":1}');
    expect(asked).toMatchObject({
      name: served,
      url: address,
      body: method === 'GET' ? '' : '{"a":1}',
      headers: { 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'http' },
    });
  }
  expect((await ask('POST', '/collect/track/?ip=0', '{}')).name).toBe('command');
  for (const path of ['/', '/library', '/sv/1/2', '/health/live', '/assets/app.js', '/books/1/2/3'])
    expect((await ask('GET', path)).name).toBe('web');
  expect((await fetch(`${proxy.url}/metrics`)).status).toBe(404);

  await ask('GET', '/reset-password?token=a-secret');
  await expect.poll(proxy.logged).toContainEqual(expect.stringContaining(' GET /reset-password 200 '));
  expect((await proxy.logged()).join('\n')).not.toContain('a-secret');
});

test('nginx accepts the file as it stands', async ({ skip }) => {
  if (missing) return skip(missing);
  if (Number(version) < 1_027_003) return skip('this nginx is older than 1.27.3: it does not know `resolve`');
  expect(await checkNginx(proxyFile)).toMatchObject({ code: 0 });
});

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import express from 'express';
import { expect, onTestFinished, test } from 'vitest';
import { noSiteLinks, type SiteLinks, siteLinksElement } from '../../facade/site.ts';
import { listen } from '../http/listen.ts';
import { securityHeaders } from '../http/security-headers.ts';
import { freePort } from '../postgres/port.ts';
import { loadFiles } from './files.ts';
import { webFiles, webPages } from './serve.ts';

const script = `export const words = ${JSON.stringify('gato '.repeat(200))};`;

async function app(links: SiteLinks = noSiteLinks) {
  const directory = await mkdtemp(join(tmpdir(), 'camino-web-'));
  await mkdir(join(directory, 'assets'));
  await mkdir(join(directory, 'img/lesson-covers/Platero y Yo'), { recursive: true });
  await writeFile(join(directory, 'index.html'), '<title>Camino</title><body></body>');
  await writeFile(join(directory, 'icon.svg'), '<svg/>');
  await writeFile(join(directory, 'img/lesson-covers/Platero y Yo/chapter1.jpeg'), 'jpeg');
  await writeFile(join(directory, 'assets/main-1a2b.js'), script);
  await writeFile(join(directory, 'assets/main-1a2b.js.br'), brotliCompressSync(script));
  await writeFile(join(directory, 'assets/main-1a2b.js.gz'), gzipSync(script));
  const files = await loadFiles(directory);
  const handler = express().use(
    securityHeaders({ overHttps: false, withRecaptcha: false }),
    webFiles(files),
    webPages(files, links),
  );
  const web = await listen(handler, { host: '127.0.0.1', port: await freePort() });
  onTestFinished(async () => {
    await web.drain(0);
    await rm(directory, { recursive: true });
  });
  return (path: string, init: RequestInit = {}) => fetch(`http://127.0.0.1:${web.port}${path}`, init);
}

const navigation = { headers: { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } };

test.each([
  '/',
  '/library',
  '/library/',
  '/sv/platero-y-yo/1',
  '/verification-expired?username=ana',
  '/admin',
  '/desk',
])('the page %s is the app, never cached without asking', async path => {
  const get = await app();
  const reply = await get(path, navigation);
  expect(reply.status).toBe(200);
  expect(await reply.text()).toContain('<title>Camino</title>');
  expect(reply.headers.get('Cache-Control')).toBe('no-cache');
  expect(reply.headers.get('Content-Security-Policy')).toContain("script-src 'self';");
  const etag = reply.headers.get('ETag') ?? '';
  expect((await get(path, { headers: { ...navigation.headers, 'If-None-Match': etag } })).status).toBe(304);
});

test('an unknown page is the app with its not-found page, and says so in the status', async () => {
  const get = await app();
  const reply = await get('/no-such-page', navigation);
  expect(reply.status).toBe(404);
  expect(await reply.text()).toContain('<title>Camino</title>');
});

test.each([
  ['/assets/main-0000.js', navigation],
  ['/assets/gone', navigation],
  ['/img/lesson-covers/none.jpeg', navigation],
  ['/no-such-call', { headers: { Accept: 'application/json' } }],
  ['/library', { method: 'POST' }],
  ['/..%2f..%2fpackage.json', navigation],
  ['/%zz.js', navigation],
  ['/index.html', navigation],
])('%s is a 404 in JSON, never the app', async (path, init) => {
  const get = await app();
  const reply = await get(path, init);
  expect(reply.status).toBe(404);
  expect(await reply.json()).toEqual({ message: 'not found' });
});

test('a hashed asset may be kept for ever and comes compressed as the browser can take it', async () => {
  const get = await app();
  for (const [accepted, encoding] of [
    ['gzip, deflate, br', 'br'],
    ['gzip, br;q=0', 'gzip'],
    ['identity', null],
  ] as const) {
    const reply = await get('/assets/main-1a2b.js', { headers: { 'Accept-Encoding': accepted } });
    expect(reply.headers.get('Content-Encoding')).toBe(encoding);
    expect(reply.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
    expect(reply.headers.get('Vary')).toBe('Accept-Encoding');
    expect(await reply.text()).toBe(script);
  }
});

test('other files are asked for again, names with spaces included', async () => {
  const get = await app();
  const reply = await get('/img/lesson-covers/Platero%20y%20Yo/chapter1.jpeg');
  expect([reply.status, reply.headers.get('Content-Type')]).toEqual([200, 'image/jpeg']);
  expect(reply.headers.get('Cache-Control')).toBe('no-cache');
  expect((await get('/icon.svg')).headers.get('Content-Type')).toBe('image/svg+xml');
});

test('the page holds the addresses of other sites, and nothing in them can end the element', async () => {
  const links = { ...noSiteLinks, donate: 'https://donate.example/?q=</script><script>alert(1)</script>' };
  const get = await app(links);
  for (const encoding of ['br', 'gzip', 'identity']) {
    const page = await (
      await get('/', { headers: { ...navigation.headers, 'Accept-Encoding': encoding } })
    ).text();
    const [, json = ''] = new RegExp(`id="${siteLinksElement}">(.*?)</script>`).exec(page) ?? [];
    expect(JSON.parse(json)).toEqual(links);
    expect(page.match(/<script/g)).toHaveLength(1);
  }
});

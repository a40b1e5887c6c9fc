import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import express from 'express';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { RenderPages } from '../../facade/rendered-page.ts';
import { sessionMarker } from '../../facade/session-marker.ts';
import { noSiteLinks, type Site, type SiteLinks, siteElement } from '../../facade/site.ts';
import { listen } from '../http/listen.ts';
import { securityHeaders } from '../http/security-headers.ts';
import { freePort } from '../postgres/port.ts';
import { loadFiles } from './files.ts';
import { webFiles, webPages } from './serve.ts';
import { openPublicPages } from './site.ts';
import { hashSource, themeScript } from './theme-script.ts';

const script = `export const words = ${JSON.stringify('gato '.repeat(200))};`;

const publicUrl = 'https://camino.example';
const manifest = {
  'app/main.tsx': { file: 'assets/main-1a2b.js', isEntry: true, css: ['assets/main.css'] },
  'app/shell.tsx': { file: 'assets/shell.js', imports: ['app/main.tsx'], css: ['assets/shell.css'] },
  'about.tsx': { file: 'assets/about.js', imports: ['app/shell.tsx'] },
};
/** Draws one page, as the web app's own build draws several. */
const render: RenderPages = async ({ links, price, sample }) => {
  const site: Site = { links, price };
  const drawn = (who: string) => ({ html: `<h1>About, to ${who}</h1>`, site, styledBy: [] });
  return [
    {
      path: '/about',
      title: 'About "us"',
      description: `What <Camino> is, with ${sample === null ? 'no' : 'a'} sample`,
      sources: ['about.tsx'],
      forVisitors: drawn('a visitor'),
      forSessions: drawn('a learner'),
      structured: { name: '</script><b>' },
    },
  ];
};

async function app(links: SiteLinks = noSiteLinks, price?: () => Promise<string | undefined>) {
  const directory = await mkdtemp(join(tmpdir(), 'camino-web-'));
  await mkdir(join(directory, 'assets'));
  await mkdir(join(directory, 'img/lesson-covers/Platero y Yo'), { recursive: true });
  await writeFile(
    join(directory, 'index.html'),
    '<head><title>Camino</title><meta name="description" content="all" /><script src="/theme.js"></script></head><body><div id="root"></div></body>',
  );
  await writeFile(join(directory, 'icon.svg'), '<svg/>');
  await writeFile(join(directory, 'theme.js'), 'night();');
  await writeFile(join(directory, 'assets/shell.css'), 'h1{color:#000}\n');
  await writeFile(join(directory, 'img/lesson-covers/Platero y Yo/chapter1.jpeg'), 'jpeg');
  await writeFile(join(directory, 'assets/main-1a2b.js'), script);
  await writeFile(join(directory, 'assets/main-1a2b.js.br'), brotliCompressSync(script));
  await writeFile(join(directory, 'assets/main-1a2b.js.gz'), gzipSync(script));
  const files = await loadFiles(directory);
  const sample = async () => null;
  const report = () => {};
  const analytics = undefined;
  const site = openPublicPages({
    files,
    manifest,
    render,
    pageChunks: { library: ['about.tsx'], sv: ['about.tsx'] },
    publicUrl,
    links,
    analytics,
    withoutBooks: [],
    price,
    sample,
    report,
  });
  await site;
  const handler = express().use(
    securityHeaders({
      overHttps: false,
      withRecaptcha: false,
      analyticsHost: undefined,
      scripts: [hashSource(themeScript(files))],
    }),
    webFiles(files),
    webPages(site, publicUrl),
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
  expect(reply.headers.get('Content-Security-Policy')).toContain("script-src 'self' 'sha256-");
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
    const [, json = ''] = new RegExp(`id="${siteElement}">(.*?)</script>`).exec(page) ?? [];
    expect(JSON.parse(json).links).toEqual(links);
    // The theme's and this one.
    expect(page.match(/<script/g)).toHaveLength(2);
  }
});

test('a public page is drawn ahead: its words, its head, its chunks, and nothing in its data can end the element', async () => {
  const get = await app(noSiteLinks, async () => '€9 / month');
  const reply = await get('/about', navigation);
  const page = await reply.text();
  expect(page).toContain('<div id="root"><h1>About, to a visitor</h1></div>');
  expect(page).toContain('<title>About &quot;us&quot; · Camino</title>');
  expect(page).toContain('<meta name="description" content="What &lt;Camino&gt; is, with no sample" />');
  expect(page).toContain('<link rel="canonical" href="https://camino.example/about" />');
  expect(page).toContain('<meta property="og:image" content="https://camino.example/social-card.png" />');
  expect(page).toContain('<style>h1{color:#000}</style>');
  expect(page.match(/rel="(stylesheet|modulepreload)" href="[^"]*"/g)).toEqual([
    'rel="stylesheet" href="/assets/shell.css"',
    'rel="modulepreload" href="/assets/shell.js"',
    'rel="modulepreload" href="/assets/about.js"',
  ]);
  expect(page).toContain('{"name":"\\u003c/script>\\u003cb>"}');
  expect(page).toContain('"price":"€9 / month"');
  expect(page).not.toContain('noindex');
});

test('whoever may have a session gets the page without what is for visitors', async () => {
  const get = await app();
  const cookie = `other=1; ${sessionMarker}=1`;
  const reply = await get('/about', { headers: { ...navigation.headers, Cookie: cookie } });
  expect(await reply.text()).toContain('About, to a learner');
  expect(reply.headers.get('Vary')).toBe('Cookie, Accept-Encoding');
});

test('a page behind a login preloads its scripts for somebody who may be signed in only', async () => {
  const get = await app();
  const preloads = async (path: string, headers = {}) => {
    const page = await (await get(path, { headers: { ...navigation.headers, ...headers } })).text();
    return page.match(/rel="modulepreload" href="[^"]*"/g);
  };
  const cookie = { Cookie: `${sessionMarker}=1` };
  for (const path of ['/sv/book/1', '/library/'])
    expect(await preloads(path, cookie)).toEqual([
      'rel="modulepreload" href="/assets/shell.js"',
      'rel="modulepreload" href="/assets/about.js"',
    ]);
  expect(await preloads('/library')).toBeNull();
  expect(await preloads('/settings', cookie)).toBeNull();
});

test.each(['/library', '/no-such-page'])('%s is drawn by the browser and listed nowhere', async path => {
  const get = await app();
  const page = await (await get(path, navigation)).text();
  expect(page).toContain('<div id="root"></div>');
  expect(page).toContain('<meta name="robots" content="noindex" />');
});

test('search engines find the pages that are drawn ahead', async () => {
  const get = await app();
  const robots = await (await get('/robots.txt')).text();
  expect(robots).toContain('Sitemap: https://camino.example/sitemap.xml');
  for (const page of ['/library', '/vocabulary', '/progress', '/review', '/placement', '/import', '/sv/'])
    expect(robots).toContain(`Disallow: ${page}\n`);
  const sitemap = await get('/sitemap.xml');
  expect(sitemap.headers.get('Content-Type')).toContain('application/xml');
  expect((await sitemap.text()).match(/<loc>.*<\/loc>/g)).toEqual([
    '<loc>https://camino.example/about</loc>',
  ]);
});

test('a price that comes too late for the start is shown when it comes', async () => {
  let tell: (price: string) => void = () => {};
  const get = await app(noSiteLinks, () => new Promise(resolve => (tell = resolve)));
  const page = async () => (await get('/about', navigation)).text();
  expect(await page()).toContain('"price":"$14.99 / month"');
  tell('€9 / month');
  await expect.poll(page).toContain('"price":"€9 / month"');
});

test('while the payment provider does not tell the price it is asked again after ten seconds', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  let told: string | undefined;
  const get = await app(noSiteLinks, async () => told);
  const page = async () => (await get('/about', navigation)).text();
  told = '€9 / month';
  expect(await page()).toContain('"price":"$14.99 / month"');
  vi.setSystemTime(Date.now() + 11_000);
  await expect.poll(page).toContain('"price":"€9 / month"');
});

test('without a word from the payment provider the pages say what the specification says', async () => {
  const get = await app(noSiteLinks, () => new Promise(() => {}));
  expect(await (await get('/about', navigation)).text()).toContain('"price":"$14.99 / month"');
});

test('the script that sets the theme stands in every page, and the policy allows it', async () => {
  const get = await app();
  for (const path of ['/about', '/library']) {
    const reply = await get(path, navigation);
    expect(await reply.text()).toContain('<script>night();</script>');
    expect(reply.headers.get('content-security-policy')).toContain(hashSource('night();'));
  }
});

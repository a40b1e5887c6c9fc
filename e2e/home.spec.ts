import type { Browser, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { defaultPrice } from '../facade/site.ts';
import { accessibilityFaults } from './axe.ts';
import { login, missingBrowser, openBrowser, signIn } from './browser.ts';
import { overflow, watchForFaults } from './faults.ts';
import { mailTo } from './mailbox.ts';

const missing = missingBrowser();
const url = inject('appUrl');
const password = 'Rocinante-1605';
let browser: Browser;

beforeAll(async () => {
  if (!missing) browser = await openBrowser();
});
afterAll(() => browser?.close());

async function newPage(options: Parameters<Browser['newContext']>[0] = {}): Promise<Page> {
  const page = await (await browser.newContext(options)).newPage();
  return page;
}

function kept(page: Page): Promise<number> {
  return page.evaluate(() => localStorage.length + sessionStorage.length + document.cookie.length);
}

test('the sentence is tried by keyboard, kept nowhere, and counts once the visitor has signed up', async ({
  skip,
}) => {
  if (missing) skip(missing);
  const page = await newPage();
  const faults = watchForFaults(page);
  await page.goto(url, { waitUntil: 'networkidle' });
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
  const card = page.getByRole('region', { name: 'A sentence to try' });
  await page.getByRole('link', { name: 'Try a sentence first' }).press('Enter');
  await expect.poll(() => card.evaluate(it => Math.abs(it.getBoundingClientRect().top) < 100)).toBe(true);
  await card.getByRole('heading', { name: 'What does algodón mean here?' }).waitFor();
  await card.getByRole('button', { name: 'cotton' }).press('Enter');
  await card.getByText('is cotton').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  const ready = () => card.locator('section:not([data-cooling])').waitFor();
  // The focus comes to Continue a moment after the verdict, for screen readers.
  const goOn = async () => {
    await card.locator('button:focus').filter({ hasText: 'Continue' }).waitFor();
    await page.keyboard.press('Enter');
  };
  await ready();
  await goOn();
  await card.getByRole('heading', { name: 'What does huesos mean here?' }).waitFor();
  await ready();
  await page.keyboard.press('0');
  await card.getByText('Correct Solution:').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await ready();
  await goOn();
  await card.getByRole('heading', { name: 'What does the underlined clause mean?' }).waitFor();
  await ready();
  await card.getByRole('button', { name: 'that he carries no bones' }).press('Enter');
  await ready();
  await goOn();
  await card.getByText('Platero is small, shaggy, silky').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await kept(page)).toBe(0);

  await card.getByRole('link', { name: 'Keep going: it is free' }).press('Enter');
  await page.getByText('It is free, and your answers come with you.').waitFor();
  expect(await kept(page)).toBe(0);
  await page.getByLabel('Username').fill('teresona');
  await page.getByLabel('Email').fill('teresona@panza.example');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password', { exact: true }).fill(password);
  await page.getByRole('checkbox', { name: 'Terms' }).check({ position: { x: 12, y: 20 } });
  await page.getByRole('checkbox', { name: 'I am human' }).check();
  await page.getByText('Verified').waitFor();
  await page.getByRole('button', { name: 'Sign up' }).click();
  await page.waitForURL('**/login');
  await page.goto(await verificationLink('teresona@panza.example'));
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Verify' }).click();
  await page.getByText('Please login, teresona.').waitFor();
  const sent = page.waitForResponse(
    reply => new URL(reply.url()).pathname === '/answers' && reply.request().method() === 'POST',
  );
  await login(page, 'teresona', password);
  expect(await (await sent).json()).toEqual({ right: 2, wrong: 1, unfit: [] });
  await expect.poll(() => page.evaluate(() => localStorage.getItem('tried'))).toBeNull();
  expect(faults).toEqual([]);
});

async function verificationLink(address: string): Promise<string> {
  const { links } = await mailTo(address, 'Verify');
  return links.find(link => link.includes('/verify-email#')) ?? '';
}

test('any word can be tapped, on a small phone too', async ({ skip }) => {
  if (missing) skip(missing);
  const page = await newPage({ viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true });
  const faults = watchForFaults(page);
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.getByRole('button', { name: 'blando' }).tap();
  await page.getByRole('dialog', { name: 'blando' }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');
  expect(await overflow(page)).toEqual([]);
  expect(await kept(page)).toBe(0);
  expect(faults).toEqual([]);
});

test('a click on the card counts also while its code is coming, and code that did not come is asked for again', async ({
  skip,
}) => {
  if (missing) skip(missing);
  const page = await newPage();
  let lost = 0;
  const code = /SampleCard-.*\.js/;
  await page.route(code, async route => {
    lost += 1;
    await route.abort('connectionfailed');
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  expect(lost).toBe(0);
  const word = page.getByRole('button', { name: 'blando' });
  await word.hover();
  await expect.poll(() => lost).toBeGreaterThan(0);
  await page.waitForLoadState('networkidle');
  // The page stands as the server drew it.
  await page.getByRole('heading', { level: 1, name: 'Learn Spanish from the books' }).hover();
  await page.unroute(code);
  const held: Route[] = [];
  await page.route(code, route => void held.push(route));
  await word.click();
  await expect.poll(() => held.length).toBeGreaterThan(0);
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  for (const route of held) await route.continue();
  await page.getByRole('dialog', { name: 'blando' }).waitFor();
});

test('a click while the code is coming counts also when that code is lost', async ({ skip }) => {
  if (missing) skip(missing);
  const page = await newPage();
  const held: Route[] = [];
  await page.route(/SampleCard-.*\.js/, route => void held.push(route));
  await page.goto(url, { waitUntil: 'networkidle' });
  const word = page.getByRole('button', { name: 'blando' });
  await word.hover();
  await expect.poll(() => held.length).toBe(1);
  await word.click();
  await held[0]?.abort('connectionfailed');
  await expect.poll(() => held.length).toBe(2);
  await held[1]?.continue();
  await page.getByRole('dialog', { name: 'blando' }).waitFor();
});

test('without its script the home page says all of it: the sentence, the books, the price', async ({
  skip,
}) => {
  if (missing) skip(missing);
  const page = await newPage({ javaScriptEnabled: false });
  await page.goto(url);
  await page.getByRole('heading', { level: 1, name: 'Learn Spanish from the books' }).waitFor();
  const words = await page.locator('main').innerText();
  for (const said of ['Platero', 'algodón', 'cotton', 'Juan Ramón Jiménez', 'Chapter one is free'])
    expect(words).toContain(said);
  expect(words.replaceAll(/\s+/g, ' ')).toContain(defaultPrice);
  await page.goto(`${url}/faq`);
  expect(await page.locator('main').innerHTML()).toContain(defaultPrice);
});

test('what the server drew is taken over as it is', async ({ skip }) => {
  if (missing) skip(missing);
  for (const path of ['/', '/about', '/faq', '/contact', '/report-issue', '/donate', '/terms-of-service']) {
    const page = await newPage();
    const faults = watchForFaults(page);
    await page.addInitScript(() => {
      addEventListener('DOMContentLoaded', () => {
        const heading = document.querySelector('h1');
        Object.assign(window, { drawn: heading });
      });
    });
    await page.goto(url + path, { waitUntil: 'networkidle' });
    // React marks what it has taken over.
    await page.waitForFunction(() =>
      Object.keys(document.querySelector('h1') ?? {}).some(key => key.startsWith('__react')),
    );
    expect(
      await page.evaluate(() => 'drawn' in window && window.drawn === document.querySelector('h1')),
    ).toBe(true);
    await expect.poll(() => page.title()).toMatch(/ · Camino$/);
    await expect.poll(() => page.locator('link[rel=canonical]').getAttribute('href')).toBe(url + path);
    await expect
      .poll(() => page.locator('meta[property="og:image"]').getAttribute('content'))
      .toBe(`${url}/social-card.png`);
    expect(faults).toEqual([]);
    await page.context().close();
  }
});

test('somebody signed in is led to the library, and is shown neither price nor sign-up', async ({ skip }) => {
  if (missing) skip(missing);
  const page = await newPage();
  await signIn(page, 'learner');
  const cookies = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  const drawn = await (await fetch(url, { headers: { Accept: 'text/html', Cookie: cookies } })).text();
  expect(drawn).toContain('Go to Library');
  for (const said of ['Take the Journey', 'Sign up', 'Chapter one is free'])
    expect(drawn).not.toContain(said);
  const faults = watchForFaults(page);
  const prefetched = page.waitForResponse(reply => new URL(reply.url()).pathname === '/vocabularies');
  await page.goto(url, { waitUntil: 'networkidle' });
  await prefetched;
  await page.getByRole('link', { name: 'Library', exact: true }).waitFor();
  await expect.poll(() => page.getByText('Take the Journey').count()).toBe(0);
  await page.getByRole('link', { name: 'Go to Library' }).first().click();
  await page.waitForURL('**/library');
  expect(faults).toEqual([]);
});

test('an address with a hash opens at its element, also when that comes late', async ({ skip }) => {
  if (missing) skip(missing);
  const page = await newPage({ viewport: { width: 1280, height: 400 } });
  await signIn(page, 'learner');
  await page.goto(`${url}/profile#subscription`);
  const inSight = () =>
    page.locator('#subscription').evaluate(it => {
      const { top } = it.getBoundingClientRect();
      return scrollY > 0 && top >= -1 && top < innerHeight;
    });
  await expect.poll(inSight).toBe(true);
});

test('a page scrolls to its top on the way to another, and after a click on the logo', async ({ skip }) => {
  if (missing) skip(missing);
  const page = await newPage({ viewport: { width: 1280, height: 600 } });
  await page.goto(url, { waitUntil: 'networkidle' });
  const footer = page.getByRole('contentinfo');
  await footer.getByRole('link', { name: 'About' }).click();
  await page.getByRole('heading', { level: 1, name: 'About' }).waitFor();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await footer.getByRole('link', { name: 'FAQ' }).click();
  await page.waitForURL('**/faq');
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await footer.getByRole('link', { name: 'Camino, home' }).click();
  await page.getByRole('heading', { level: 1, name: 'Learn Spanish' }).waitFor();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await page.getByRole('region', { name: 'A sentence to try' }).waitFor();
});

test('the social card is there, and search engines are told of the books', async ({ skip }) => {
  if (missing) skip(missing);
  const card = await fetch(`${url}/social-card.png`);
  expect([card.status, card.headers.get('Content-Type')]).toEqual([200, 'image/png']);
  const page = await (await fetch(url, { headers: { Accept: 'text/html' } })).text();
  const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(page) ?? [];
  const titles = JSON.parse(json)['@graph'].map(({ name }: { name: string }) => name);
  expect(titles).toEqual(['Platero y Yo', 'Don Quixote']);
  const sitemap = await (await fetch(`${url}/sitemap.xml`)).text();
  for (const path of ['/', '/about', '/faq', '/contact', '/report-issue', '/donate'])
    expect(sitemap).toContain(`<loc>${url}${path}</loc>`);
});

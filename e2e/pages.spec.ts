import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { logins } from '../server/sandbox/logins.ts';
import { seriousFaults } from './axe.ts';
import { login, missingBrowser, openBrowser } from './browser.ts';
import { firstLoad, limits, publicPaths, readerPath } from './weight.ts';

/**
 * Every page there is: it can be used by everybody, fits a small phone, says nothing on the console, and is light. What
 * the colours of each theme are worth, the theme's own spec says.
 */

const missing = missingBrowser();
const url = inject('appUrl');
let browser: Browser;
let visitor: BrowserContext;
let learner: BrowserContext;
let admin: BrowserContext;

beforeAll(async () => {
  if (missing) return;
  browser = await openBrowser();
  visitor = await browser.newContext();
  [learner, admin] = await Promise.all([signedIn('maria'), signedIn('admin')]);
});
afterAll(() => browser?.close());

async function signedIn(name: string): Promise<BrowserContext> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const password = logins.find(({ username }) => username === name)?.password ?? '';
  await login(page, name, password);
  await page.close();
  return context;
}

/** What is wrong with a page in the first theme on a wide screen, and in the others on a phone. */
async function faultsOf(
  context: BrowserContext,
  path: string,
  { themes = ['light', 'dark'], limit = Number.POSITIVE_INFINITY } = {},
): Promise<readonly string[]> {
  const faults: string[] = [];
  const page = await context.newPage();
  page.on('pageerror', error => faults.push(`thrown: ${error.message}`));
  page.on('console', message => {
    const { url: of } = message.location();
    // How a visitor is told from somebody signed in (spec 4), and the status of the not-found page itself.
    const known = of.endsWith('/auth/refresh') || of.endsWith('/nowhere');
    if (message.type() === 'error' && !known) faults.push(`console: ${message.text()} (${of})`);
  });
  await page.setViewportSize({ width: 1280, height: 900 });
  const weight = await firstLoad(page, url + path);
  if (weight > limit) faults.push(`${weight} bytes of JavaScript, allowed are ${limit}`);
  expect(weight).toBeGreaterThan(50_000);
  for (const theme of themes) {
    await page.evaluate(name => {
      document.documentElement.dataset['theme'] = name;
    }, theme);
    for (const fault of await seriousFaults(page)) faults.push(`${theme}: ${fault}`);
    await page.setViewportSize({ width: 375, height: 700 });
  }
  for (const width of [375, 320]) {
    await page.setViewportSize({ width, height: 700 });
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (over > 0) faults.push(`${over} px too wide at ${width}`);
  }
  await page.close();
  return faults;
}

test.concurrent.for(publicPaths)('%s, to a visitor', async (path, { skip }) => {
  if (missing) skip(missing);
  expect(await faultsOf(visitor, path, { limit: limits.public })).toEqual([]);
});

test.concurrent.for(['/library', '/library?book=pu5nd2', '/profile', '/settings'])(
  '%s, to a learner',
  async (path, { skip }) => {
    if (missing) skip(missing);
    expect(await faultsOf(learner, path)).toEqual([]);
  },
);

test('the reader', async ({ skip }) => {
  if (missing) skip(missing);
  const themes = ['light', 'dark', 'sepia', 'contrast'];
  expect(await faultsOf(learner, readerPath, { themes, limit: limits.reader })).toEqual([]);
});

test('/admin, to an admin', async ({ skip }) => {
  if (missing) skip(missing);
  expect(await faultsOf(admin, '/admin')).toEqual([]);
});

import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import {
  firstLoad,
  firstLoadLimits,
  limits,
  publicPaths,
  readerPath,
} from '../tooling/testing/page-weight.ts';
import { missingBrowser, openBrowser, type Person, signIn } from './browser.ts';
import { type ExpectedRefusal, faultsInThemes, overflow, watchForFaults } from './faults.ts';

/**
 * Every page there is: it can be used by everybody, fits a small phone, says nothing on the console, asks for nothing in
 * vain, and is light. What the colours of each theme are worth, the theme's own spec says.
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
  [learner, admin] = await Promise.all([signedIn('learner'), signedIn('admin')]);
});
afterAll(() => browser?.close());

async function signedIn(who: Person): Promise<BrowserContext> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await signIn(page, who);
  await page.close();
  return context;
}

/** What is wrong with a page in the first theme on a wide screen, and in the others on a phone. */
async function faultsOf(
  context: BrowserContext,
  path: string,
  {
    themes = ['light', 'dark'],
    limit = limits.page,
    meant = [],
    idle = true,
  }: {
    themes?: readonly string[];
    limit?: number;
    meant?: readonly ExpectedRefusal[];
    /** Whether the browser is ever idle, which is when code of the next page is loaded. */
    idle?: boolean;
  } = {},
): Promise<readonly string[]> {
  const faults: string[] = [];
  const page = await context.newPage();
  const behind = watchForFaults(page, meant);
  await page.setViewportSize({ width: 1280, height: 900 });
  if (!idle) await page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }));
  const { scripts, requests, bytes } = await firstLoad(page, url + path);
  if (scripts > limit) faults.push(`${scripts} bytes of JavaScript, allowed are ${limit}`);
  expect(scripts).toBeGreaterThan(50_000);
  if (context === visitor) {
    if (requests > firstLoadLimits.requests) faults.push(`${requests} requests`);
    if (bytes > firstLoadLimits.bytes) faults.push(`${bytes} bytes`);
  }
  const [first = 'light', ...others] = themes;
  faults.push(...(await faultsInThemes(page, [first])));
  await page.setViewportSize({ width: 375, height: 700 });
  faults.push(...(await faultsInThemes(page, others)));
  for (const width of [375, 320]) {
    await page.setViewportSize({ width, height: 700 });
    faults.push(...(await overflow(page)));
  }
  faults.push(...behind);
  await page.close();
  return faults;
}

test.concurrent.for(publicPaths)('%s, to a visitor', async (path, { skip }) => {
  if (missing) skip(missing);
  const limit = path === '/' ? limits.home : limits.public;
  const meant: ExpectedRefusal[] = path === '/nowhere' ? [[path, 404]] : [];
  expect(await faultsOf(visitor, path, { limit, meant })).toEqual([]);
});

test.concurrent('/library, to a visitor: the way in', async ({ skip }) => {
  if (missing) skip(missing);
  expect(await faultsOf(visitor, '/library', { limit: limits.public })).toEqual([]);
  const page = await visitor.newPage();
  await page.goto(`${url}/library`);
  await page.waitForURL('**/login');
  await page.close();
});

test.concurrent.for([
  '/library',
  '/vocabulary',
  '/placement',
  '/import',
  '/progress',
  '/profile',
  '/settings',
  '/subscription',
])('%s, to a learner', async (path, { skip }) => {
  if (missing) skip(missing);
  expect(await faultsOf(learner, path)).toEqual([]);
});

test.concurrent('/library?book=pu5nd2, to a learner, without the reader that it prefetches', async ({
  skip,
}) => {
  if (missing) skip(missing);
  expect(await faultsOf(learner, '/library?book=pu5nd2', { idle: false })).toEqual([]);
});

test('the reader', async ({ skip }) => {
  if (missing) skip(missing);
  const themes = ['light', 'dark', 'sepia', 'contrast'];
  expect(await faultsOf(learner, readerPath, { themes, limit: limits.reader })).toEqual([]);
});

test('/admin, to an admin', async ({ skip }) => {
  if (missing) skip(missing);
  expect(await faultsOf(admin, '/admin')).toEqual([]);
});

test('/desk, to an admin', async ({ skip }) => {
  if (missing) skip(missing);
  expect(await faultsOf(admin, '/desk')).toEqual([]);
});

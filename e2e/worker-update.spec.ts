import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { signInAt } from '../tooling/testing/login.ts';
import { credentialsOf, missingBrowser, openBrowser } from './browser.ts';
import { answerSentence, device, once, openChapter, timesStored, untilKept, waitingOn } from './device.ts';
import { isOfSecond, type TwoBuilds, twoBuilds } from './two-builds.ts';

/** A second build is deployed while a page of the first is open (decision 53). */

const missing = missingBrowser();
let browser: Browser;
let builds: TwoBuilds;

beforeAll(async () => {
  if (missing) return;
  [browser, builds] = await Promise.all([openBrowser(), twoBuilds(inject('appUrl'))]);
});
afterAll(() => Promise.all([browser?.close(), builds?.close()]));

/** Scripts that a page loads from now on, wherever they come from. */
function scriptsOf(page: Page): readonly string[] {
  const scripts: string[] = [];
  page.on('request', request => {
    if (request.resourceType() === 'script' && request.url().includes('/assets/'))
      scripts.push(request.url());
  });
  return scripts;
}

/** Of which builds they are: 1, 2, or both. */
const buildsOf = (urls: readonly string[]) => [...new Set(urls.map(url => (isOfSecond(url) ? 2 : 1)))];

/** States of the worker that serves the pages and of the one that waits. */
const workers = (page: Page) =>
  page.evaluate(async () => {
    const { active, waiting } = (await navigator.serviceWorker.getRegistration()) ?? {};
    return [active?.state, waiting?.state];
  });

/** Files of the app that lie on the device. */
const filesOn = (page: Page) =>
  page.evaluate(async () => {
    const found: string[] = [];
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) found.push(url);
    return found.filter(url => url.includes('/assets/'));
  });

async function openVocabulary(page: Page) {
  await page.getByRole('link', { name: 'Vocabulary' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Vocabulary' }).waitFor();
}

test('a page that is open keeps its own files, what is answered there is stored once, and the newer worker waits for its end', async ({
  skip,
}) => {
  if (missing) skip(missing);
  const { username, password } = await credentialsOf('learner');
  const { context, newPage } = await device(browser);
  const first = await newPage();
  await signInAt(builds.url, first, username, password);
  await first.clock.install();
  await openChapter(first, builds.url);
  await untilKept(first);

  builds.deploy();
  await context.setOffline(true);
  await answerSentence(first);
  await expect.poll(async () => (await waitingOn(first)).length).toBeGreaterThan(1);
  const waiting = (await waitingOn(first)).filter(({ kind }) => kind !== 'opened');
  await context.setOffline(false);

  // A second page is of the second build alone, and brings its worker.
  const second = await newPage();
  const ofSecond = scriptsOf(second);
  await second.goto(`${builds.url}/library`);
  await second.getByRole('heading', { level: 1, name: 'Library' }).waitFor();
  await expect.poll(() => workers(second)).toEqual(['activated', 'installed']);
  expect(buildsOf(ofSecond)).toEqual([2]);

  // The first goes on with the first build's files, also with those that it has not loaded yet.
  const ofFirst = scriptsOf(first);
  await first.getByRole('button', { name: 'Camino, exit to the library' }).click();
  await first.getByRole('button', { name: 'Exit to Library' }).click();
  await openVocabulary(first);
  expect(buildsOf(ofFirst)).toEqual([1]);
  expect(builds.missed).toEqual([]);
  await expect.poll(() => waitingOn(first)).toEqual([]);
  expect(await timesStored(builds.url, { username, password }, waiting)).toEqual(once(waiting));
  expect(await workers(second)).toEqual(['activated', 'installed']);

  // Once no page of the first is open, one of the second lets its worker take over.
  await first.close();
  await second.close();
  const third = await newPage();
  await third.goto(`${builds.url}/library`);
  await expect.poll(() => workers(third)).toEqual(['activated', undefined]);
  await expect.poll(async () => buildsOf(await filesOn(third))).toEqual([2]);
  await third.close();

  await context.setOffline(true);
  const cold = await newPage();
  const offline = scriptsOf(cold);
  await openChapter(cold, builds.url);
  await cold.getByRole('button', { name: /^2 \/ / }).waitFor();
  expect(buildsOf(offline)).toEqual([2]);
  expect(builds.missed).toEqual([]);
  await context.close();
});

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { freePort } from '../server/postgres/port.ts';
import { logins } from '../server/sandbox/logins.ts';
import { startApp, stopApp } from '../tooling/testing/app.ts';
import { testDatabase } from '../tooling/testing/database.ts';
import { signInAt } from '../tooling/testing/login.ts';
import { readerPath } from '../tooling/testing/page-weight.ts';
import { runDirectory } from '../tooling/testing/run-directory.ts';
import { withBuiltInLibrary } from '../tooling/testing/templates.ts';
import { credentialsOf, loginAs, missingBrowser, openBrowser, signIn } from './browser.ts';
import {
  answerSentence,
  device,
  keysOn,
  once,
  openChapter,
  timesStored,
  untilKept,
  waitingOn,
} from './device.ts';
import { faultsShown } from './faults.ts';
import { closeDialog } from './reader-steps.ts';

/** What lies on a device, with the real service worker: read after a cold start without a connection, and sent later. */

const missing = missingBrowser();
const appUrl = inject('appUrl');
let browser: Browser;

beforeAll(async () => {
  if (!missing) browser = await openBrowser();
});
afterAll(() => browser?.close());

async function markLastWord(page: Page) {
  await page.locator('[data-word]').last().click();
  await page.getByRole('dialog').getByRole('button', { name: 'III', exact: true }).first().click();
  await closeDialog(page);
}

const offline = (page: Page) => page.getByText(/^offline, \d+ waiting$/);
const left = (page: Page) => page.getByText(/marks? waits? on this device until you sign in again\./);

test('a chapter once opened is read after a cold start without a connection, and all of it is stored once', async ({
  skip,
}) => {
  if (missing) skip(missing);
  const { context, newPage } = await device(browser);
  const first = await newPage();
  await signIn(first, 'learner');
  await openChapter(first);
  await untilKept(first);
  await first.close();

  await context.setOffline(true);
  const cold = await newPage();
  await cold.clock.install();
  await cold.goto(`${appUrl}/`);
  await cold.waitForURL('**/library');
  await openChapter(cold);
  await cold.getByText(/^offline/).waitFor();
  expect(await faultsShown(cold)).toEqual([]);
  await markLastWord(cold);
  await answerSentence(cold);
  await offline(cold).waitFor();
  await cold.close();

  // What was read goes on where it was left, and the library says what waits.
  const library = await newPage();
  await library.goto(`${appUrl}/library`);
  const notice = library.getByRole('alert').filter({ hasText: 'No connection' });
  await notice.getByText(/The answers of 1 sentence and \d+ marks? wait until/).waitFor();
  const waiting = await waitingOn(library);
  expect(new Set(waiting.map(({ kind }) => kind))).toEqual(
    new Set(['mark', 'answers', 'last read', 'opened']),
  );
  expect(await faultsShown(library)).toEqual([]);
  await library.goto(`${appUrl}/sv/pu5nd2/2`);
  await library.getByText(/not on this device/i).waitFor();
  await library.goto(`${appUrl}/vocabulary`);
  await library.getByText('This page needs a connection.').waitFor();
  await library.goto(appUrl + readerPath);
  await library.getByRole('button', { name: 'Start' }).click();
  await library.getByRole('button', { name: /^2 \/ / }).waitFor();
  await library.close();

  await context.setOffline(false);
  const online = await newPage();
  await online.goto(`${appUrl}/library`);
  await expect.poll(() => waitingOn(online)).toEqual([]);
  const who = await credentialsOf('learner');
  // Of a chapter that was opened before, another opening is no event.
  const deeds = waiting.filter(({ kind }) => kind !== 'opened');
  expect(await timesStored(appUrl, who, deeds)).toEqual(once(deeds));
  await online.getByText('No connection').waitFor({ state: 'detached' });
  await context.close();
});

test('with the application itself stopped a chapter is read, and the same page sends it once it is back', async ({
  skip,
}) => {
  if (missing) skip(missing);
  const [{ directory, remove }, { url: DATABASE_URL }, port] = await Promise.all([
    runDirectory(),
    testDatabase({ template: withBuiltInLibrary }),
    freePort(),
  ]);
  const place = { port, directory };
  const url = `http://localhost:${place.port}`;
  const maria = logins.find(({ username }) => username === 'maria');
  if (!maria) throw new Error('the sandbox has no maria');
  let app = await startApp(place, { DATABASE_URL });
  // Until its read models are built, it answers queries with 503.
  await expect.poll(async () => (await fetch(`${url}/health/ready`)).ok).toBe(true);
  try {
    const { context, newPage } = await device(browser);
    const first = await newPage();
    await signInAt(url, first, maria.username, maria.password);
    await openChapter(first, url);
    await untilKept(first);
    await first.close();
    await stopApp(app);

    const cold = await newPage();
    await openChapter(cold, url);
    await markLastWord(cold);
    await offline(cold).waitFor();
    const marks = async () => (await waitingOn(cold)).filter(({ kind }) => kind === 'mark');
    await expect.poll(marks).not.toEqual([]);
    const waiting = await marks();
    app = await startApp(place, { DATABASE_URL });
    await expect.poll(() => waitingOn(cold), { timeout: 120_000 }).toEqual([]);
    expect(await timesStored(url, maria, waiting)).toEqual(once(waiting));
    await offline(cold).waitFor({ state: 'detached' });
    await context.close();
  } finally {
    await stopApp(app);
    await remove();
  }
});

test('a logout keeps and tells what could not be sent, and nothing else; somebody else sees nothing of it', async ({
  skip,
}) => {
  if (missing) skip(missing);
  const who = await credentialsOf('learner');
  const { context, newPage } = await device(browser);
  const page = await newPage();
  await signIn(page, 'learner');
  await openChapter(page);
  await untilKept(page);
  const marks = (url: URL) => url.pathname === '/vocabularies';
  await context.route(marks, route =>
    route.request().method() === 'PUT' ? route.abort() : route.continue(),
  );
  await markLastWord(page);
  await offline(page).waitFor();
  await page.goto(`${appUrl}/profile`);
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL('**/login');
  await left(page).waitFor();
  const waiting = await waitingOn(page);
  expect(waiting).not.toEqual([]);
  expect(await faultsShown(page)).toEqual([]);
  await expect.poll(() => keysOn(page)).toHaveLength(1);
  expect((await keysOn(page))[0]).toMatch(/^outbox /);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('learner'))).toBeNull();

  // Without a connection nobody is shown what was theirs.
  await context.setOffline(true);
  await page.goto(`${appUrl}/library`);
  await page.getByRole('button', { name: 'Login' }).waitFor();
  await context.setOffline(false);

  await loginAs(page, 'admin');
  await page.getByRole('heading', { level: 1, name: 'Library' }).waitFor();
  await expect.poll(() => page.getByText(/marks? waits?/).count()).toBe(0);
  await page.goto(`${appUrl}/profile`);
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL('**/login');
  await left(page).waitFor();
  await expect.poll(() => waitingOn(page)).toEqual(waiting);

  await context.unroute(marks);
  await loginAs(page, 'learner');
  await expect.poll(() => waitingOn(page)).toEqual([]);
  expect(await timesStored(appUrl, who, waiting)).toEqual(once(waiting));
  await expect.poll(() => page.evaluate(() => localStorage.getItem('unsent'))).toBeNull();
  await context.close();
});

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { readerPath } from '../tooling/testing/page-weight.ts';
import { credentialsOf, missingBrowser, openBrowser, signIn } from './browser.ts';
import { answerSentence, once, timesStored, waitingOn } from './device.ts';
import { card, closeDialog } from './reader-steps.ts';

/** A reader that was opened by its address, and whose connection is lost, or swallows what is sent. */

const missing = missingBrowser();
let browser: Browser;

beforeAll(async () => {
  if (!missing) browser = await openBrowser();
});
afterAll(() => browser?.close());

const ready = (page: Page, which = '') => page.locator(`${card}${which}:not([data-cooling])`).waitFor();
const level = (page: Page) =>
  page.getByRole('dialog').getByRole('button', { name: 'III', exact: true }).first();

async function open(page: Page) {
  await page.goto(inject('appUrl') + readerPath);
  await page.getByRole('button', { name: 'Start' }).click();
  await ready(page);
}

test('marks and answers wait, the exit is free, and all of it is there when the connection is', async ({
  skip,
}) => {
  if (missing) skip(missing);
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await signIn(page, 'learner');
  // By its address: nothing of the library's page has been loaded.
  const lastLoaded = page.waitForResponse(/\/assets\/Library-[^/]*\.js$/);
  await open(page);
  await lastLoaded;
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);

  const word = page.locator('[data-word]').last();
  await word.click();
  await level(page).click();
  await expect.poll(() => level(page).getAttribute('aria-pressed')).toBe('true');
  await expect.poll(() => page.getByText('was not saved').count()).toBe(0);
  await closeDialog(page);
  await page.getByText(/^offline, \d+ waiting$/).waitFor();

  await page.keyboard.press('0');
  await ready(page, '[data-card="wrong"]');
  await page.getByRole('button', { name: 'Camino, exit to the library' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Exit anyway' }).click();
  await page.getByRole('button', { name: 'Exit to Library' }).click();
  await page.waitForURL('**/library');
  await page
    .getByRole('button', { name: 'Open the menu' })
    .or(page.getByRole('navigation'))
    .first()
    .waitFor();
  await expect.poll(() => page.getByText('This page could not be shown').count()).toBe(0);

  const stored = page.waitForResponse(
    reply => reply.url().endsWith('/vocabularies') && reply.request().method() === 'PUT' && reply.ok(),
  );
  await context.setOffline(false);
  await stored;
  await open(page);
  await page.locator('[data-word]').last().click();
  await level(page).waitFor();
  await expect.poll(() => level(page).getAttribute('aria-pressed')).toBe('true');
  await context.close();
});

test('where packets vanish reading goes on, what waits is told, and what the server stored unheard counts once', async ({
  skip,
}) => {
  if (missing) skip(missing);
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await signIn(page, 'learner');
  await page.clock.install();
  // The answers arrive; nothing ever comes back, not even an error.
  const arrived: string[] = [];
  await page.route('**/answers', async route => {
    await route.fetch();
    arrived.push(route.request().headers()['idempotency-key'] ?? '');
  });
  await open(page);
  await answerSentence(page);
  await expect.poll(() => arrived).toHaveLength(1);
  await page.clock.fastForward(6_000);
  await page.getByText('offline, 1 waiting', { exact: true }).waitFor();
  await page.keyboard.press('0');
  await ready(page, '[data-card="wrong"]');

  const waiting = await waitingOn(page);
  expect(waiting.map(({ kind }) => kind)).toEqual(['answers', 'last read']);
  expect(waiting[0]?.id).toBe(arrived[0]);
  const who = await credentialsOf('learner');
  expect(await timesStored(inject('appUrl'), who, waiting)).toEqual([1, 0]);
  await page.close();
  const later = await context.newPage();
  await later.goto(`${inject('appUrl')}/library`);
  await expect.poll(() => waitingOn(later)).toEqual([]);
  expect(await timesStored(inject('appUrl'), who, waiting)).toEqual(once(waiting));
  await context.close();
});

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { missingBrowser, openBrowser, signIn } from './browser.ts';
import { faultsShown, watchForFaults } from './faults.ts';

const missing = missingBrowser();
const url = inject('appUrl');
let browser: Browser;

beforeAll(async () => {
  if (!missing) browser = await openBrowser();
});
afterAll(() => browser?.close());

test('a learner leaves a checkout, subscribes, comes back to where they were, and cancels', async ({
  skip,
}) => {
  if (missing) skip(missing);
  const context = await browser.newContext({ viewport: { width: 375, height: 740 } });
  const page = await context.newPage();
  const behind = watchForFaults(page);
  await signIn(page, 'learner');
  await page.goto(`${url}/profile`);
  await page.getByText('It renews every month until you cancel').waitFor();
  expect(await faultsShown(page)).toEqual([]);

  const subscribe = page.locator('#subscription').getByRole('button', { name: 'Subscribe' });
  await subscribe.click();
  await page.getByText('No money moves.').waitFor();
  await page.getByRole('button', { name: 'Go back without paying' }).click();
  await page.getByRole('heading', { name: 'Nothing was charged' }).waitFor();
  expect(await faultsShown(page)).toEqual([]);
  await page.getByRole('link', { name: 'Go on' }).click();
  await page.waitForURL(`${url}/profile`);

  await subscribe.click();
  await page.getByRole('button', { name: 'Pay $14.99 with a test card' }).click();
  await page.getByRole('heading', { name: 'Thank you. Every chapter that is ready is open.' }).waitFor();
  expect(await faultsShown(page)).toEqual([]);
  await page.getByRole('link', { name: 'Go on reading' }).click();
  await page.waitForURL(`${url}/profile`);
  await page.getByText(/Your subscription is active.*It renews on/).waitFor();
  await expect.poll(() => page.getByRole('link', { name: 'Subscribe' }).count()).toBe(0);

  await page.getByRole('button', { name: 'Manage subscription' }).click();
  await page.getByRole('button', { name: 'Cancel at once' }).click();
  await page.getByText('Canceled.').waitFor();
  await page.getByRole('link', { name: 'Return to Camino' }).click();
  await page.getByRole('heading', { name: 'You have no subscription' }).waitFor();
  await page.getByRole('link', { name: 'Go on' }).click();
  await page.getByText('Your subscription has ended.').waitFor();
  expect(behind).toEqual([]);
});

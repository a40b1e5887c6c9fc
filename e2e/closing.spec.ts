import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { missingBrowser, openBrowser, signIn } from './browser.ts';
import { device, openChapter, storedOn, untilKept } from './device.ts';

/** A paid chapter that lies on a device closes there: the clock of its pages is moved, nothing else. */

const missing = missingBrowser();
const url = inject('appUrl');
const path = '/sv/pu5nd2/2';
const DAY = 86_400_000;
let browser: Browser;

beforeAll(async () => {
  if (!missing) browser = await openBrowser();
});
afterAll(() => browser?.close());

async function subscribe(page: Page) {
  await page.goto(`${url}/profile`);
  await page.locator('#subscription').getByRole('button', { name: 'Subscribe' }).click();
  await page.getByRole('button', { name: 'Pay $14.99 with a test card' }).click();
  await page.getByRole('heading', { name: 'Thank you. Every chapter that is ready is open.' }).waitFor();
}

/** When the server was heard last by what the device keeps of the profile, in milliseconds since 1970. */
async function heardOn(page: Page): Promise<number> {
  const profile = await storedOn(page, '["profile"]');
  return (profile as { at: number } | undefined)?.at ?? 0;
}

test('a paid chapter that lies here closes after 14 days without a connection, and when the paid period ends', async ({
  skip,
}) => {
  if (missing) skip(missing);
  const { context, newPage } = await device(browser);
  const page = await newPage();
  await signIn(page, 'learner');
  await subscribe(page);
  await openChapter(page, url, path);
  await untilKept(page, 2);
  await page.close();
  const begun = Date.now();
  /** A page that is opened when the device's clock says that some days have gone by since. */
  const after = async (days: number) => {
    const later = await newPage();
    await later.clock.setFixedTime(begun + days * DAY);
    await later.goto(url + path);
    return later;
  };
  const isOpen = async (days: number) => {
    const later = await after(days);
    await later.getByRole('button', { name: 'Start' }).waitFor();
    await later.close();
  };
  const isClosed = async (days: number) => {
    const later = await after(days);
    await later.getByText(/connect to open this chapter again/i).waitFor();
    expect(await later.getByRole('button', { name: 'Start' }).count()).toBe(0);
    await later.close();
  };

  await context.setOffline(true);
  await isOpen(13);
  await isClosed(14.1);

  // Heard again on the twentieth day, it closes with what was paid for, which is a month.
  await context.setOffline(false);
  const online = await after(20);
  await online.getByRole('button', { name: 'Start' }).click();
  await expect.poll(() => heardOn(online)).toBeGreaterThan(begun + 19 * DAY);
  await online.close();
  await context.setOffline(true);
  await isOpen(27);
  await isClosed(32);
  await context.close();
});

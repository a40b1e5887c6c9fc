import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { missingBrowser, openBrowser, type Person, signIn } from './browser.ts';
import { faultsShown, watchForFaults } from './faults.ts';

/** What opens upon a page is as usable on a phone as the page is; of the reader `reader-states.spec.ts` says it. */

const missing = missingBrowser();
const url = inject('appUrl');
let browser: Browser;

beforeAll(async () => {
  if (!missing) browser = await openBrowser();
});
afterAll(() => browser?.close());

async function onPhone(who: Person): Promise<{ page: Page; behind: readonly string[] }> {
  const context = await browser.newContext({ viewport: { width: 375, height: 700 } });
  const page = await context.newPage();
  const behind = watchForFaults(page);
  await signIn(page, who);
  return { page, behind };
}

test('the drawer', async ({ skip }) => {
  if (missing) skip(missing);
  const { page, behind } = await onPhone('learner');
  await page.goto(`${url}/library`);
  await page.getByRole('button', { name: 'Open the menu' }).click();
  await page.getByRole('button', { name: 'Logout' }).waitFor();
  expect(await faultsShown(page)).toEqual([]);
  expect(behind).toEqual([]);
});

test('the question before every vocabulary is built anew', async ({ skip }) => {
  if (missing) skip(missing);
  const { page, behind } = await onPhone('admin');
  await page.goto(`${url}/admin#rebuild`);
  await page.getByRole('button', { name: 'Rebuild', exact: true }).click();
  await page.getByRole('dialog').waitFor();
  expect(await faultsShown(page)).toEqual([]);
  expect(behind).toEqual([]);
});

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { readerPath } from '../tooling/testing/page-weight.ts';
import { missingBrowser, openBrowser, signIn } from './browser.ts';
import { faultsShown, watchForFaults } from './faults.ts';

/** Words and clauses are kept with a note while reading, marked in the book, and found on the vocabulary page. */

const missing = missingBrowser();
const url = inject('appUrl');
let browser: Browser;

beforeAll(async () => {
  if (!missing) browser = await openBrowser();
});
afterAll(() => browser?.close());

test('a word and a clause are kept in the reader, and found with their notes', async ({ skip }) => {
  if (missing) skip(missing);
  const page = await (await browser.newContext({ viewport: { width: 320, height: 640 } })).newPage();
  const behind = watchForFaults(page);
  await signIn(page, 'learner');
  await page.goto(url + readerPath);
  await page.getByRole('button', { name: 'Start' }).click();
  // The first word of the book is a name, which has no story.
  const word = page.locator('[data-word]').nth(1);
  await word.click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('button', { name: 'Keep this clause' }).click();
  await sheet
    .getByRole('group', { name: 'Keeping this clause' })
    .getByText('Kept', { exact: true })
    .waitFor();
  await sheet.getByRole('button', { name: 'Its story' }).first().click();
  const keeping = sheet.getByRole('group', { name: /^Keeping (?!this clause)/ });
  const name = (await keeping.getAttribute('aria-label'))?.replace('Keeping ', '');
  await keeping.getByRole('button', { name: /^Keep / }).click();
  await keeping.getByRole('button', { name: 'Add a note' }).click();
  await keeping.getByLabel('Your note').fill('as in my town');
  expect(await faultsShown(page)).toEqual([]);
  await keeping.getByRole('button', { name: 'Save' }).click();
  await keeping.getByText('as in my town').waitFor();
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  await page.locator('[data-word][data-kept]').first().waitFor();
  await expect.poll(() => word.getAttribute('aria-describedby')).toMatch(/-kept$/);
  expect(await faultsShown(page)).toEqual([]);

  await page.goto(`${url}/vocabulary?state=kept`);
  const clauses = page.getByRole('list', { name: 'Kept clauses' });
  const clause = clauses.getByRole('listitem').first();
  expect((await clause.getByRole('link').getAttribute('href'))?.split('#')).toEqual([
    readerPath,
    expect.any(String),
  ]);
  expect(await faultsShown(page)).toEqual([]);
  // What was removed can be brought back as long as the page is open.
  await clause.getByRole('button', { name: 'Remove' }).click();
  await clause.getByText('Removed.').waitFor();
  await clause.getByRole('button', { name: 'Keep it after all' }).click();
  await clause.getByText('Kept', { exact: true }).waitFor();
  await page
    .getByRole('button', { name: `The story of ${name}` })
    .first()
    .click();
  const story = page.getByRole('dialog');
  await story.getByText('as in my town').waitFor();
  await story.getByRole('button', { name: 'Remove' }).click();
  await story.getByText('Removed.').waitFor();
  await page.keyboard.press('Escape');
  await page.reload();
  await clauses.getByText('Kept', { exact: true }).waitFor();
  await expect.poll(() => page.locator('[data-row]').count()).toBe(0);
  expect(behind).toEqual([]);
  await page.context().close();
});

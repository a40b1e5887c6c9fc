import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { readerPath } from '../tooling/testing/page-weight.ts';
import { missingBrowser, openBrowser, type Person, signIn } from './browser.ts';
import { faultsShown, watchForFaults } from './faults.ts';
import { goOnUntil, stateOf } from './reader-steps.ts';

/** What opens upon a page, and what the reader shows one after the other: as usable on a phone as the pages are. */

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

test('the reader, from a question to the summary, with all that opens upon it', async ({ skip }) => {
  if (missing) skip(missing);
  const { page, behind } = await onPhone('learner');
  await page.clock.install();
  const questions = page.waitForResponse(/WordAnswers\.json$/);
  await page.goto(url + readerPath);
  const answers: Record<string, { _id: string; correctAnswer: string }> = await (await questions).json();
  expect(await faultsShown(page)).toEqual([]);
  await page.getByRole('button', { name: 'Start' }).click();
  const unknown = page.getByRole('button', { name: /I don’t know yet/ });
  await unknown.waitFor();
  expect(await faultsShown(page)).toEqual([]);

  await page.locator('main p[lang="es"] button').last().click();
  await page.getByRole('dialog').waitFor();
  expect(await faultsShown(page)).toEqual([]);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Report an issue' }).click();
  await page.getByRole('dialog').waitFor();
  expect(await faultsShown(page)).toEqual([]);
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  for (const tool of ['Type, theme and keys', /the chapter so far/]) {
    await page.getByRole('button', { name: tool }).click();
    await page.getByRole('dialog').waitFor();
    expect(await faultsShown(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }

  const asked = await page.locator('section[data-question]').getAttribute('data-question');
  const right = Object.values(answers).find(({ _id }) => _id === asked)?.correctAnswer;
  const options = page.locator('section[data-question] ol button');
  await options
    .filter({ hasNot: page.getByText(right ?? '', { exact: true }) })
    .first()
    .click();
  await page.locator('main').getByText('Your Answer:').waitFor();
  expect(await faultsShown(page)).toEqual([]);

  await page.getByRole('button', { name: 'Camino, exit to the library' }).click();
  await page.getByRole('button', { name: 'Exit anyway' }).waitFor();
  expect(await faultsShown(page)).toEqual([]);
  await page.getByRole('button', { name: 'Stay' }).click();

  await goOnUntil(page, async () => (await stateOf(page)) === 'read');
  await page.getByRole('heading', { name: 'Sentence Translation:' }).waitFor();
  expect(await faultsShown(page)).toEqual([]);

  await page.getByRole('button', { name: 'End' }).click();
  await page.getByRole('heading', { name: /^Summary of Your Progress/ }).waitFor();
  expect(await faultsShown(page)).toEqual([]);
  expect(behind).toEqual([]);
});

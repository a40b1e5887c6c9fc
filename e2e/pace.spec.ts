import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { testsInOrder } from '../tooling/testing/in-order.ts';
import { readerPath } from '../tooling/testing/page-weight.ts';
import { accessibilityFaults } from './axe.ts';
import { missingBrowser, openBrowser, signIn } from './browser.ts';
import { card, goOnUntil, stateOf } from './reader-steps.ts';

/** A learner's own pace: chosen in the settings, and what the reader makes of it. */

const missing = missingBrowser();
const url = inject('appUrl');
let browser: Browser;
let page: Page;

testsInOrder();
beforeAll(async () => {
  if (missing) return;
  browser = await openBrowser();
  const context = await browser.newContext({ viewport: { width: 320, height: 740 } });
  page = await context.newPage();
  await signIn(page, 'learner');
});
afterAll(() => browser?.close());

/** To the next sentence. */
async function goOn() {
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.locator(`${card}[data-card="read"]`).waitFor({ state: 'detached' });
}
const saved = () => page.waitForResponse(response => response.url().endsWith('/users/settings'));
const enough = 'You have met your new words for today.';

/** Answers with 'I don't know yet' until the sentence is read. @returns the headings of its questions */
const readSentence = () => goOnUntil(page, async () => (await stateOf(page)) === 'read');

test('a pace is chosen by keyboard in the settings and holds after a reload', async ({ skip }) => {
  if (missing) skip(missing);
  await page.goto(`${url}/settings`);
  await page.getByRole('radio', { name: 'Every time it comes' }).focus();
  for (const _ of ['three times', 'once']) {
    const reply = saved();
    await page.keyboard.press('ArrowDown');
    expect((await reply).status()).toBe(200);
  }
  const sentence = saved();
  await page.getByRole('switch', { name: 'The whole sentence, too' }).click();
  await sentence;
  const bound = saved();
  await page.getByRole('radio', { name: '10', exact: true }).click();
  await bound;
  await page.reload();
  await page.getByRole('radio', { name: 'Once', checked: true }).waitFor();
  await page.getByRole('radio', { name: '10', exact: true, checked: true }).waitFor();
  await page.getByRole('switch', { name: 'The whole sentence, too', checked: true }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});

test('the reader tells what a sitting takes, asks ten new words and endings, and more when they are wanted', async ({
  skip,
}) => {
  if (missing) skip(missing);
  await page.clock.install();
  await page.goto(url + readerPath);
  await page.getByText(/^About .* (minutes?|hours?).* to the end of the chapter\.$/).waitFor();
  await expect.poll(() => page.getByText(enough).count()).toBe(0);
  await page.getByRole('button', { name: 'Start' }).click();
  const first = await readSentence();
  const words = first.filter(heading => heading.endsWith('mean here?'));
  expect(words.length).toBeGreaterThan(0);
  expect(words.length).toBeLessThanOrEqual(10);
  expect(first).not.toContain('What does the whole sentence mean?');
  await page.getByText(enough).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);

  await page.getByRole('button', { name: 'Ask them, too' }).click();
  await page.getByText(enough).waitFor({ state: 'detached' });
  await goOn();
  // A sentence of one clause, and one of several.
  expect((await readSentence()).length).toBeGreaterThan(3);
  await goOn();
  expect((await readSentence()).at(-1)).toBe('What does the whole sentence mean?');
  await expect.poll(() => page.getByText(enough).count()).toBe(0);
});

test('a day’s new words are the account’s: another visit is told at once', async ({ skip }) => {
  if (missing) skip(missing);
  await page.goto(url + readerPath);
  await page.getByText(enough).waitFor();
  await page.getByRole('button', { name: 'Ask them, too' }).click();
  await page.getByText(enough).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Start' }).click();
});

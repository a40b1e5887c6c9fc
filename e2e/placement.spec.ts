import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { ReplyOf } from '../facade/endpoint.ts';
import { placement } from '../facade/placement.ts';
import { testsInOrder } from '../tooling/testing/in-order.ts';
import { accessibilityFaults } from './axe.ts';
import { missingBrowser, openBrowser, signIn } from './browser.ts';

/** A learner who knows some Spanish: placed by keyboard, credited, and taken back; on a phone and in the dark. */

const missing = missingBrowser();
const url = inject('appUrl');
let browser: Browser;
let page: Page;
/** The last reply of a placement. */
let asked: Promise<ReplyOf<typeof placement>>;

testsInOrder();
beforeAll(async () => {
  if (missing) return;
  browser = await openBrowser();
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  page = await context.newPage();
  page.on('response', response => {
    if (!response.url().endsWith(placement.path)) return;
    asked = response.json();
    // A reply cannot be read any more once its page is left: only who waits for it needs to know.
    asked.catch(() => undefined);
  });
  await signIn(page, 'learner');
});
afterAll(() => browser?.close());

/** Key of the right option of the question on the screen. */
async function rightKey(): Promise<string> {
  const { question } = await asked;
  const place = question?.options.findIndex(({ stored }) => stored === 0) ?? -1;
  return String(place + 1);
}

/** Waits for the next question or the result, after an answer to question `before`. */
async function follows(before: number): Promise<boolean> {
  await page
    .getByText(`Question ${before + 1}`, { exact: true })
    .or(page.getByRole('heading', { name: 'What would be credited' }))
    .first()
    .waitFor();
  return (await page.getByRole('heading', { name: 'What would be credited' }).count()) > 0;
}

test('a placement is asked for, answered by keys, and taken up again after leaving', async ({ skip }) => {
  if (missing) skip(missing);
  await page.goto(`${url}/placement`);
  await page.getByRole('link', { name: 'Not at all' }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'A little' }).click();
  await page.getByText('Question 1', { exact: true }).waitFor();
  await page.keyboard.press('0');
  await follows(1);
  await page.getByRole('img', { name: /The estimate after 1 questions/ }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.reload();
  await page.getByText('Question 2', { exact: true }).waitFor();
});

test('the result is shown by kind, changes with care, is credited and taken back', async ({ skip }) => {
  if (missing) skip(missing);
  for (let number = 2, over = false; !over; number++) {
    await page.keyboard.press(number % 4 === 0 ? '0' : await rightKey());
    over = await follows(number);
  }
  const button = page.getByRole('button', { name: /^Credit these/ });
  const offered = async () => Number((await button.textContent())?.match(/\d+/)?.[0]);
  const estimated = await offered();
  await page.getByRole('button', { name: 'Generous' }).click();
  await expect.poll(() => offered()).toBeGreaterThanOrEqual(estimated);
  const all = await offered();
  await page.locator('summary').first().click();
  await page.locator('details[open] input').first().uncheck();
  await expect.poll(() => offered()).toBe(all - 1);
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.setViewportSize({ width: 320, height: 640 });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'));
  expect(await accessibilityFaults(page)).toEqual([]);
  await button.click();
  await page.getByRole('heading', { name: `${all - 1} fragments are credited` }).waitFor();
  await page.keyboard.press('u');
  await page.getByRole('heading', { name: 'All of it was taken back' }).waitFor();
});

import type { Browser, BrowserContextOptions, CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { readerPath } from '../tooling/testing/page-weight.ts';
import { loginAs, missingBrowser, openBrowser } from './browser.ts';

/** One card slides out while the next slides in (spec 4), and only the next is there for keys and screen readers. */

const missing = missingBrowser();
let browser: Browser;

beforeAll(async () => {
  if (!missing) browser = await openBrowser();
});
afterAll(() => browser?.close());

/** A reader at its first question, whose animations go at the speed that is asked for. */
async function openReader(options: BrowserContextOptions = {}): Promise<{ page: Page; cdp: CDPSession }> {
  const page = await (await browser.newContext(options)).newPage();
  page.setDefaultTimeout(15_000);
  await loginAs(page, 'maria');
  await page.goto(inject('appUrl') + readerPath);
  await page.getByRole('button', { name: 'Start' }).click();
  await page.locator('section[data-question]').waitFor();
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Animation.enable');
  return { page, cdp };
}

const still = { playbackRate: 0 };

test('a card that slides out is inert and unheard, and the next takes keys meanwhile', async ({ skip }) => {
  if (missing) skip(missing);
  const { page, cdp } = await openReader();
  await cdp.send('Animation.setPlaybackRate', still);
  await page.keyboard.press('0');
  const leaving = page.locator('main [inert]');
  await leaving.waitFor();
  expect(await leaving.getAttribute('aria-hidden')).toBe('true');
  expect(await leaving.textContent()).toContain('I don’t know yet');
  expect(await leaving.evaluate(card => getComputedStyle(card).animationDuration)).toBe('0.5s');
  const heard = await page.locator('main').ariaSnapshot();
  expect(heard).toContain('Correct Solution:');
  expect(heard).not.toContain('I don’t know yet');

  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /I don’t know yet/ }).waitFor();
  expect(await leaving.count()).toBe(1);
  expect(await leaving.textContent()).toContain('Correct Solution:');

  await cdp.send('Animation.setPlaybackRate', { playbackRate: 1 });
  await leaving.waitFor({ state: 'detached' });
});

test('who asked for no motion sees one card at a time', async ({ skip }) => {
  if (missing) skip(missing);
  const { page, cdp } = await openReader({ reducedMotion: 'reduce' });
  await cdp.send('Animation.setPlaybackRate', still);
  await page.keyboard.press('0');
  const leaving = page.locator('main [inert]');
  await leaving.waitFor({ state: 'attached' });
  expect(await leaving.isVisible()).toBe(false);
  await cdp.send('Animation.setPlaybackRate', { playbackRate: 1 });
  await leaving.waitFor({ state: 'detached' });
});

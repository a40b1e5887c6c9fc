import type { Browser, BrowserContextOptions, CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { readerPath } from '../tooling/testing/page-weight.ts';
import { missingBrowser, openBrowser, signIn } from './browser.ts';
import { card } from './reader-steps.ts';

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
  await signIn(page, 'learner');
  await page.goto(inject('appUrl') + readerPath);
  await page.getByRole('button', { name: 'Start' }).click();
  await page.locator('section[data-question]').waitFor();
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Animation.enable');
  return { page, cdp };
}

const still = { playbackRate: 0 };

/** Past the 500 ms in which a new card takes nothing. */
const ready = (page: Page) => page.locator(`${card}:not([data-cooling])`).waitFor();

test('a card that slides out is inert and unheard, and the next can be read at once', async ({ skip }) => {
  if (missing) skip(missing);
  const { page, cdp } = await openReader({ reducedMotion: 'no-preference' });
  await ready(page);
  const first = await page.locator('section[data-question]').getAttribute('data-question');
  await page.keyboard.press('0');
  await page.getByText('Correct Solution:').waitFor();
  expect(await page.locator('main [inert]').count(), 'answered in place').toBe(0);
  await ready(page);
  await cdp.send('Animation.setPlaybackRate', still);
  await page.keyboard.press('Enter');
  const leaving = page.locator('main [inert]');
  await leaving.waitFor();
  expect(await leaving.getAttribute('aria-hidden')).toBe('true');
  expect(await leaving.locator(`[data-question="${first}"]`).count()).toBe(1);
  expect(await leaving.evaluate(card => getComputedStyle(card).animationDuration)).toBe('0.5s');
  const heard = await page.locator('main').ariaSnapshot();
  expect(heard).toContain('I don’t know yet');
  expect(heard).not.toContain('Correct Solution:');

  await cdp.send('Animation.setPlaybackRate', { playbackRate: 1 });
  await leaving.waitFor({ state: 'detached' });
});

test('who asked for no motion sees one card at a time', async ({ skip }) => {
  if (missing) skip(missing);
  const { page, cdp } = await openReader({ reducedMotion: 'reduce' });
  await ready(page);
  await page.keyboard.press('0');
  await page.getByText('Correct Solution:').waitFor();
  await ready(page);
  await cdp.send('Animation.setPlaybackRate', still);
  await page.keyboard.press('Enter');
  const leaving = page.locator('main [inert]');
  await leaving.waitFor({ state: 'attached' });
  expect(await leaving.isVisible()).toBe(false);
  await cdp.send('Animation.setPlaybackRate', { playbackRate: 1 });
  await leaving.waitFor({ state: 'detached' });
});

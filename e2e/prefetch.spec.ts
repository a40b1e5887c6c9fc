import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { loginAs, missingBrowser, openBrowser } from './browser.ts';

/** The code of a page is there before somebody goes to it, and not before they look like they might. */

const missing = missingBrowser();
let browser: Browser;

beforeAll(async () => {
  if (!missing) browser = await openBrowser();
});
afterAll(() => browser?.close());

/** Does something and waits for the script of a page that it makes the browser fetch. */
async function fetched(page: Page, name: string, act: () => Promise<unknown>): Promise<boolean> {
  const script = page.waitForResponse(response =>
    new URL(response.url()).pathname.startsWith(`/assets/${name}-`),
  );
  await act();
  return (await script).ok();
}

test('a link that is pointed at, or has the focus, brings its page’s code', async ({ skip }) => {
  if (missing) skip(missing);
  const page = await browser.newPage();
  const asked: string[] = [];
  page.on('request', request => asked.push(new URL(request.url()).pathname));
  await page.goto(inject('appUrl'), { waitUntil: 'networkidle' });
  const login = page.getByRole('link', { name: 'Login' });
  expect(asked.filter(path => /\/(Login|SignUp)-/.test(path))).toEqual([]);
  expect(await fetched(page, 'Login', () => login.hover())).toBe(true);
  const signUp = page.getByRole('navigation').getByRole('link', { name: 'Sign up' });
  expect(await fetched(page, 'SignUp', () => signUp.focus())).toBe(true);
  await expect.poll(() => new URL(page.url()).pathname).toBe('/');
});

test('a finger that touches a link brings its page’s code', async ({ skip }) => {
  if (missing) skip(missing);
  const page = await (await browser.newContext({ hasTouch: true })).newPage();
  await page.goto(inject('appUrl'), { waitUntil: 'networkidle' });
  const box = await page.getByRole('link', { name: 'Login' }).boundingBox();
  const cdp = await page.context().newCDPSession(page);
  const touch = () =>
    cdp.send('Input.dispatchTouchEvent', {
      type: 'touchStart',
      touchPoints: [{ x: (box?.x ?? 0) + 5, y: (box?.y ?? 0) + 5 }],
    });
  expect(await fetched(page, 'Login', touch)).toBe(true);
  await expect.poll(() => new URL(page.url()).pathname).toBe('/');
});

test('the chapters of a book bring the reader’s code once the browser is idle', async ({ skip }) => {
  if (missing) skip(missing);
  const page = await browser.newPage();
  await loginAs(page, 'learner');
  const chapters = page.getByRole('link', { name: 'Platero y Yo, all chapters' });
  expect(await fetched(page, 'Reader', () => chapters.click())).toBe(true);
  await expect.poll(() => new URL(page.url()).pathname).toBe('/library');
});

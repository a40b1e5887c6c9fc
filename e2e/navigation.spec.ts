import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { credentialsOf, loginAs, missingBrowser, openBrowser, type Person } from './browser.ts';

/** The links above, below and between the pages (spec 2), to a visitor, a learner and an admin. */

const missing = missingBrowser();
const url = inject('appUrl');
let browser: Browser;

beforeAll(async () => {
  if (!missing) browser = await openBrowser();
});
afterAll(() => browser?.close());

async function opened(who?: Person, viewport = { width: 1280, height: 800 }): Promise<Page> {
  const context: BrowserContext = await browser.newContext({ viewport });
  const page = await context.newPage();
  if (who) await loginAs(page, who);
  return page;
}

/** Presses a link and waits for the page it leads to. */
async function follow(page: Page, name: string, path: string): Promise<void> {
  await page.getByRole('main').getByRole('link', { name, exact: true }).click();
  await page.waitForURL(url + path);
}

const main = (page: Page) => page.getByRole('navigation', { name: 'Main' });

test('a visitor finds the way between the forms, and the provider', async ({ skip }) => {
  if (missing) skip(missing);
  const page = await opened();
  await page.goto(`${url}/about`);
  await main(page).getByRole('link', { name: 'Login' }).click();
  await page.waitForURL(`${url}/login`);
  await follow(page, 'Sign up', '/sign-up');
  await follow(page, 'Login', '/login');
  await follow(page, 'Forgot?', '/forgot-password');
  await follow(page, 'Return to login', '/login');
  await main(page).getByRole('link', { name: 'Sign up' }).click();
  await page.waitForURL(`${url}/sign-up`);
  const opening = page.waitForEvent('popup');
  await page.getByRole('main').getByRole('link', { name: 'Terms of Service' }).click();
  const terms = await opening;
  await terms.waitForURL('**/terms-of-service', { waitUntil: 'commit' });
  await terms.close();

  await page.goto(`${url}/contact`);
  await follow(page, 'Report an issue', '/report-issue');
  await follow(page, 'Contact us', '/contact');

  await page.goto(`${url}/login`);
  const typed = page.getByLabel('Password', { exact: true });
  await typed.fill('Rocinante');
  await expect.poll(() => typed.getAttribute('type')).toBe('password');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect.poll(() => typed.getAttribute('type')).toBe('text');
  await page.getByRole('button', { name: 'Hide password' }).click();
  await expect.poll(() => typed.getAttribute('type')).toBe('password');
  const asked = page.waitForRequest(request => new URL(request.url()).pathname === '/auth/login/google');
  await page.getByRole('link', { name: 'Continue with Google' }).click();
  expect((await asked).isNavigationRequest()).toBe(true);
  await page.context().close();
});

test('the questions people ask are answered, and the footer leads to each page', async ({ skip }) => {
  if (missing) skip(missing);
  const page = await opened();
  await page.goto(url);
  const footer = page.getByRole('contentinfo');
  await footer.getByText('© 2024 Camino').waitFor();
  const places = [
    ['Company', 'About', '/about'],
    ['Company', 'Contact Us', '/contact'],
    ['Support', 'Report an issue', '/report-issue'],
    ['Support', 'FAQ', '/faq'],
  ] as const;
  for (const [group, name, to] of places) {
    await footer.getByRole('navigation', { name: group }).getByRole('link', { name, exact: true }).click();
    await page.waitForURL(url + to);
  }
  // In this order: no course of modules, Spanish first, learning through input, beginners.
  for (const said of [/modules/, /Spanish (comes|is) first/i, /input/, /beginner/i])
    await expect.poll(() => page.getByRole('main').textContent()).toMatch(said);
  await page.context().close();
});

test('who is signed in has a navigation of their own, and no way to the login', async ({ skip }) => {
  if (missing) skip(missing);
  const { username } = await credentialsOf('learner');
  const page = await opened('learner');
  await page.waitForURL(`${url}/library`);
  const current = () => main(page).locator('[aria-current="page"]').allTextContents();
  await expect.poll(current).toEqual(['Library']);
  await main(page).getByRole('link', { name: 'Profile', exact: true }).click();
  await page.waitForURL(`${url}/profile`);
  await expect.poll(async () => (await current())[0]).toBe('Profile');
  const heading = page.getByRole('heading', { level: 1 });
  await heading.waitFor();
  await expect.poll(() => heading.textContent()).toBe(username.slice(0, 20));
  await page.getByText('$14.99 / month').first().waitFor();

  const who = main(page).locator('a[title]');
  await expect.poll(() => who.locator('span').textContent()).toBe(username.slice(0, 5));
  await expect.poll(() => who.getAttribute('href')).toBe('/profile');
  for (const closed of ['/login', '/sign-up']) {
    await page.goto(url + closed);
    await page.waitForURL(`${url}/library`);
  }
  const subscribe = main(page).getByRole('link', { name: 'Subscribe' });
  await expect.poll(() => subscribe.textContent()).toBe('Subscribe');
  await page.setViewportSize({ width: 600, height: 800 });
  await expect.poll(() => subscribe.textContent()).toBe('');
  await page.setViewportSize({ width: 601, height: 800 });
  await expect.poll(() => subscribe.textContent()).toBe('Subscribe');

  const admin = await opened('admin');
  await admin.getByRole('heading', { name: 'Library' }).waitFor();
  await expect.poll(() => main(admin).getByRole('link', { name: 'Subscribe' }).count()).toBe(0);
  const looks = (one: Page) =>
    main(one)
      .locator('a[title] i')
      .evaluate(icon => {
        const { color, backgroundColor, boxShadow, borderColor } = getComputedStyle(icon);
        return { color, backgroundColor, boxShadow, borderColor };
      });
  expect(await looks(admin)).not.toEqual(await looks(page));
  await admin.goto(`${url}/profile`);
  await follow(admin, 'Admin', '/admin');
  await admin.goto(`${url}/profile`);
  await admin.getByRole('heading', { name: 'Your data' }).waitFor();
  await expect.poll(() => admin.locator('#subscription').count()).toBe(0);
  await page.getByRole('link', { name: 'Profile', exact: true }).click();
  await page.getByRole('main').getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL(`${url}/login`);
  await Promise.all([page.context().close(), admin.context().close()]);
});

test('the drawer closes when there is room for the links, on a new path and on logout', async ({ skip }) => {
  if (missing) skip(missing);
  const narrow = { width: 500, height: 800 };
  const page = await opened('learner', narrow);
  const open = page.getByRole('button', { name: 'Open the menu' });
  const close = page.getByRole('button', { name: 'Close the menu' });
  await open.click();
  await page.setViewportSize({ width: 501, height: 800 });
  await close.waitFor({ state: 'detached' });
  await main(page).getByRole('link', { name: 'Library' }).waitFor();
  await page.setViewportSize(narrow);
  await open.click();
  await main(page).getByRole('link', { name: 'Profile', exact: true }).click();
  // The address changes before the page does, whose new path would close a drawer that is opened in between.
  await page.getByRole('main').getByRole('button', { name: 'Logout' }).waitFor();
  await open.click();
  await main(page).getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL(`${url}/login`);
  await main(page).getByRole('link', { name: 'Sign up' }).waitFor();
  await expect.poll(() => close.count()).toBe(0);
  await page.context().close();
});

test('a notification stands above the page, which scrolls to it; a new path begins at its top', async ({
  skip,
}) => {
  if (missing) skip(missing);
  const page = await opened(undefined, { width: 375, height: 500 });
  const top = () => page.evaluate(() => scrollY);
  await page.goto(`${url}/faq`);
  // Before the page's code is there, too: it leaves the page where its reader has scrolled it.
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await page.waitForLoadState('networkidle');
  expect(await top()).toBeGreaterThan(100);
  await page.getByRole('contentinfo').getByRole('link', { name: 'About', exact: true }).click();
  await page.waitForURL(`${url}/about`);
  await expect.poll(top).toBe(0);

  const { username } = await credentialsOf('learner');
  await page.goto(`${url}/forgot-password`);
  await page.getByLabel('Email').fill(`${username}@camino.localhost`);
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await page.getByLabel('Email').press('Enter');
  await page.getByRole('heading', { name: 'Enter the code' }).waitFor();
  const banner = page.getByText(`Sent reset password code to ${username}`);
  await banner.waitFor();
  await expect.poll(top).toBe(0);
  const above = (await banner.boundingBox())?.y ?? Number.NaN;
  const heading = (await page.getByRole('heading', { level: 1 }).boundingBox())?.y ?? Number.NaN;
  expect(above).toBeLessThan(heading);
  await page.context().close();
});

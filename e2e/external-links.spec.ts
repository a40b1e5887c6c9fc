import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { missingBrowser, openBrowser } from './browser.ts';

const missing = missingBrowser();
const url = inject('appUrl');
let browser: Browser;

beforeAll(async () => {
  if (!missing) browser = await openBrowser();
});
afterAll(() => browser?.close());

test('the footer and the donate page lead to other sites, each in a tab of its own', async ({ skip }) => {
  if (missing) skip(missing);
  const page = await (await browser.newContext()).newPage();
  await page.goto(`${url}/donate`);
  const footer = page.getByRole('contentinfo');
  const links = ['Terms of Service', 'Privacy Policy', 'Cookie Policy', 'Pictures', 'Videos'];
  const all = [
    ...links.map(name => footer.getByRole('link', { name: `${name} (opens in a new tab)` })),
    page.getByRole('link', { name: 'Donate Here' }),
  ];
  for (const link of all) {
    const opening = page.waitForEvent('popup');
    await link.click();
    const elsewhere = await opening;
    await elsewhere.getByText('this page stands in for').waitFor();
    await elsewhere.close();
  }
  await expect.poll(() => page.url()).toBe(`${url}/donate`);
});

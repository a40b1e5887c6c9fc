import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { testsInOrder } from '../tooling/testing/in-order.ts';
import { accessibilityFaults } from './axe.ts';
import { login, missingBrowser, openBrowser } from './browser.ts';
import { queryDatabase } from './database.ts';
import { mailTo, makeAccount } from './mailbox.ts';

/** Signing in with Google, at the provider that stands in for it in development. */

const missing = missingBrowser();
const url = inject('appUrl');
const password = 'Rocinante-1605';
let browser: Browser;
let page: Page;

testsInOrder();
beforeAll(async () => {
  if (missing) return;
  browser = await openBrowser();
});
afterAll(() => browser?.close());

async function visitor() {
  const context = await browser.newContext({ viewport: { width: 320, height: 700 } });
  page = await context.newPage();
}
const says = (text: string) => page.getByText(text, { exact: true }).waitFor();
const press = (label: string) => page.getByRole('button', { name: label, exact: true }).click();

/** From the login page to the provider, and on as whoever has the address. */
async function throughGoogle(email: string, { workspace = false, from = '/login' } = {}) {
  await page.goto(url + from);
  await page.getByRole('link', { name: 'Continue with Google' }).click();
  await page.getByRole('heading', { name: 'Choose an account' }).waitFor();
  await page.getByLabel('Another address').fill(email);
  if (workspace) await page.getByRole('checkbox').check();
  await press('Continue');
}

test('a new person comes from the provider, chooses a username, and comes back to the same account', async ({
  skip,
}) => {
  if (missing) skip(missing);
  await visitor();
  await page.goto(`${url}/sign-up`);
  await page.getByRole('link', { name: 'Continue with Google' }).click();
  await page.getByText('Simulated Google.').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByLabel('Another address').fill('nobody');
  await press('Continue');
  await says('Please enter a valid email.');
  expect(await accessibilityFaults(page)).toEqual([]);
  await press('Cancel');
  await says('Signing in with Google was not completed. Please try again.');
  await throughGoogle('dorotea@gmail.com');
  await page.waitForURL('**/profile');
  await page.getByRole('heading', { name: 'Choose a username' }).waitFor();
  await page.getByLabel('Username').fill('dorotea');
  await press('Save');
  await says('Username updated to dorotea');
  await says('You sign in with Google and have no password here.');
  expect(await accessibilityFaults(page)).toEqual([]);
  await press('Logout');
  await page.waitForURL('**/login');
  await throughGoogle('dorotea@gmail.com');
  await page.waitForURL('**/library');
  await page.goto(`${url}/profile`);
  await page.getByRole('heading', { name: 'dorotea' }).waitFor();
});

test('whoever signed up with Google is told so where a password would be reset', async ({ skip }) => {
  if (missing) skip(missing);
  await visitor();
  await page.goto(`${url}/forgot-password`);
  await page.getByLabel('Email').fill('dorotea@gmail.com');
  await press('Send code');
  await says('This account signed up with Google. Use your Google profile to gain access to your account.');
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole('link', { name: 'Continue with Google' }).click();
  await press('dorotea@gmail.com');
  await page.waitForURL('**/library');
});

test('the same address is the same account only where Google runs the mailbox; its owner is told', async ({
  skip,
}) => {
  if (missing) skip(missing);
  await visitor();
  const email = 'cardenio@sierra.example';
  await makeAccount({ username: 'cardenio', email, password });
  await throughGoogle(email);
  await says(
    'An account with this email exists already. Log in with your password, then link Google in your profile.',
  );
  await throughGoogle(email, { workspace: true });
  await page.waitForURL('**/library');
  await page.goto(`${url}/profile`);
  await page.getByRole('heading', { name: 'cardenio' }).waitFor();
  await says('Linked with Google. A new password ends that.');
  expect((await mailTo(email, 'Your account was changed')).text).toContain('linked with Google');
});

test('a signed-in learner links a Google account with another address', async ({ skip }) => {
  if (missing) skip(missing);
  await visitor();
  await makeAccount({ username: 'luscinda', email: 'luscinda@sierra.example', password });
  await login(page, 'luscinda', password);
  await page.goto(`${url}/profile`);
  await press('Link with Google');
  await page.getByLabel('Another address').fill('luscinda.private@gmail.com');
  await press('Continue');
  await says('Your account is linked with Google.');
  await says('Linked with Google. A new password ends that.');
  await press('Logout');
  await page.waitForURL('**/login');
  await throughGoogle('luscinda.private@gmail.com');
  await page.waitForURL('**/library');
});

test('an account without a password confirms by signing in with Google again', async ({ skip }) => {
  if (missing) skip(missing);
  await visitor();
  const email = 'zoraida@gmail.com';
  await throughGoogle(email);
  await page.waitForURL('**/profile');
  await queryDatabase(
    `update sessions set proved_at = now() - interval '1 hour'
     where account_id = (select id from accounts where email = $1)`,
    [email],
  );
  await press('Delete my account');
  await page.getByLabel('Type “delete my account”').fill('delete my account');
  await press('Delete');
  await page.getByRole('dialog', { name: 'Confirm that it is you' }).waitFor();
  await press('Continue with Google');
  await page.getByRole('heading', { name: 'Choose an account' }).waitFor();
  await press(email);
  await says('Confirmed. For five minutes you can change your account.');
  await press('Delete my account');
  await page.getByLabel('Type “delete my account”').fill('delete my account');
  await press('Delete');
  await says('Your account was deleted.');
});

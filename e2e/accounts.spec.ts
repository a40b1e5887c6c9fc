import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { ReceivedMail } from '../server/sandbox/mailbox/store.ts';
import { testsInOrder } from '../tooling/testing/in-order.ts';
import { accessibilityFaults } from './axe.ts';
import { login, missingBrowser, openBrowser } from './browser.ts';
import { mailTo } from './mailbox.ts';

/** Accounts as their owners meet them: a lost password, an address that is not verified, and the way back in. */

const missing = missingBrowser();
const url = inject('appUrl');
const password = 'Rocinante-1605';
const next = 'Babieca-1207';
const name = 'dulcinea';
const address = `${name}@toboso.example`;
let browser: Browser;
let page: Page;

testsInOrder();
beforeAll(async () => {
  if (missing) return;
  browser = await openBrowser();
  const context = await browser.newContext({ viewport: { width: 320, height: 700 } });
  page = await context.newPage();
});
afterAll(() => browser?.close());

/** The newest mail to the address with this in its subject, once there are so many. */
const mail = (subject: string, least?: number) => mailTo(address, subject, least);

const verificationLink = ({ links }: ReceivedMail) =>
  links.find(link => link.includes('/verify-email#')) ?? '';

const says = (text: string) => page.getByText(text, { exact: true }).waitFor();
const press = (label: string) => page.getByRole('button', { name: label, exact: true }).click();

test('forgot password before the address is verified: a new link, then the account', async ({ skip }) => {
  if (missing) skip(missing);
  await page.goto(`${url}/sign-up`);
  await page.getByLabel('Username').fill(name);
  await page.getByLabel('Email').fill(address);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password', { exact: true }).fill(password);
  await page.getByRole('checkbox', { name: 'Terms' }).check({ position: { x: 12, y: 20 } });
  await press('Sign up');
  await says('please verify you are human');
  await page.getByRole('checkbox', { name: 'I am human' }).check();
  await says('Verified');
  // The sign-up arrives, its reply does not; sent again it is the same one, and its address is not 'taken'.
  await page.route(
    '**/auth/sign-up',
    async route => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await press('Sign up');
  await says('no server response');
  await press('Sign up');
  await page.waitForURL('**/login');
  await page.getByText(`A mail is on its way to ${address}: open its link first.`).waitFor();
  const first = verificationLink(await mail('Verify'));
  await press('Resend link');
  const resent = `Resent verification email, ${name}. Check your inbox at ${address} to verify your account.`;
  await says(resent);
  await page.goto(first);
  await page.getByRole('heading', { name: 'Verify your email' }).waitFor();
  // What it asks for is done.
  expect(await page.getByText(resent).count()).toBe(0);

  await page.goto(`${url}/forgot-password`);
  await page.getByLabel('Email').fill(address);
  await press('Send code');
  await says('You must verify your email before you can get a forgot password code.');
  await press('get new verification link');
  await says('Resent verification email. Check your inbox to verify your account.');
  await page.goto(verificationLink(await mail('Verify', 3)));
  await page.getByLabel('Password', { exact: true }).fill('Wrong-1605!');
  await press('Verify');
  await says('This is not the password that was chosen at sign-up.');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await press('Verify');
  await says(`Verified ${address}. Please login, ${name}.`);
  await page.getByRole('main').getByRole('link', { name: 'Login' }).click();
  await page.waitForURL('**/login');
  await expect.poll(() => page.getByText(`You must verify ${address}`).count()).toBe(0);
  // The older mail leads to the same end.
  await page.goto(first);
  await page.waitForURL('**/login');
  await says(`Verified ${address}. Please login, ${name}.`);
});

test('a lost password: what goes wrong is said at its field, the code leads to a new one', async ({
  skip,
}) => {
  if (missing) skip(missing);
  await page.goto(`${url}/reset-password`);
  await says('Error resetting password');
  await page.getByRole('link', { name: 'Back to forgot password' }).click();
  await page.getByLabel('Email').fill('nobody@toboso.example');
  await press('Send code');
  await says("The email you provided doesn't match our records.");
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByLabel('Email').fill(address);
  await press('Send code');
  await says('Enter the code sent to your inbox to reset your password.');
  await says(`Sent reset password code to ${address}. The code is valid for 15 minutes.`);
  await page.getByLabel('Code').fill('BCDF-BCDF-BCDF');
  await press('Continue');
  await says("The code you provided doesn't match our records.");
  expect(await accessibilityFaults(page)).toEqual([]);
  await press('Send another code');
  const { text, links } = await mail('code', 2);
  await says('Enter the code sent to your inbox to reset your password.');
  // As on another device, where nothing is known of the code that was asked for.
  await page.evaluate(() => localStorage.clear());
  await page.goto(`${url}/login`);
  await page.goto(links.find(link => link.includes('/forgot-password')) ?? '');
  await page.getByLabel('Code').fill(/^[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{4}$/m.exec(text)?.[0] ?? '');
  await press('Continue');
  await page.waitForURL('**/reset-password');
  await page.getByLabel('New password', { exact: true }).fill(next);
  await page.getByLabel('Confirm password', { exact: true }).fill(next);
  expect(await accessibilityFaults(page)).toEqual([]);
  await press('Set password');
  await page.waitForURL('**/login');
  await says(`You reset your password, ${name}. Login with your new credentials.`);
  await login(page, name, next);
});

test('devices, and the end of an account', async ({ skip }) => {
  if (missing) skip(missing);
  await page.goto(`${url}/profile`);
  await says('this device');
  expect(await accessibilityFaults(page)).toEqual([]);
  const focused = () => page.locator(':focus');
  await press('Delete my account');
  await expect.poll(() => focused().getAttribute('name')).toBe('confirmation');
  await page.keyboard.press('Escape');
  await expect.poll(() => focused().innerText()).toBe('Delete my account');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.getByRole('button', { name: 'Delete', exact: true }).isDisabled()).toBe(true);
  await page.getByLabel('Type “delete my account”').fill('delete my account');
  await press('Delete');
  await says('Your account was deleted.');
  await mail('Your account was deleted');
  await page.goto(`${url}/login`);
  await page.getByLabel('Username or email').fill(name);
  await page.getByLabel('Password', { exact: true }).fill(next);
  await press('Login');
  await says("The username or password you provided don't match our records.");
});

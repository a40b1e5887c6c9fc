import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { accessibilityFaults } from './axe.ts';
import { login, missingBrowser, openBrowser } from './browser.ts';
import { queryDatabase } from './database.ts';
import { mailTo, makeAccount } from './mailbox.ts';

/** A learner changes the password and the address, each with what it needs and what it ends. */

const missing = missingBrowser();
const url = inject('appUrl');
const password = 'Rocinante-1605';
const next = 'Babieca-1207';
let browser: Browser;
let page: Page;

beforeAll(async () => {
  if (!missing) browser = await openBrowser();
});
afterAll(() => browser?.close());

async function device(username: string, typed = password): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 320, height: 700 } });
  const opened = await context.newPage();
  await login(opened, username, typed);
  return opened;
}

const says = (text: string) => page.getByText(text, { exact: true }).waitFor();
const press = (label: string) => page.getByRole('button', { name: label, exact: true }).click();
const fill = (label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text);
const loggedInLongAgo = (username: string) =>
  queryDatabase(
    `update sessions set proved_at = now() - interval '1 hour'
     where account_id = (select id from accounts where username = $1)`,
    [username],
  );

test('a password is changed after typing it again; other devices are signed out and the owner is told', async ({
  skip,
}) => {
  if (missing) skip(missing);
  const email = 'teresa@panza.example';
  await makeAccount({ username: 'teresa', email, password });
  const other = await device('teresa');
  page = await device('teresa');
  await page.goto(`${url}/profile`);
  await press('Change password');
  await fill('Current password', 'Wrong-1605!');
  await fill('New password', 'short');
  const save = page.getByRole('button', { name: 'Save password' });
  await expect.poll(() => save.isDisabled()).toBe(true);
  await fill('New password', next);
  await fill('Confirm password', next);
  await save.click();
  await says('This is not your password.');
  expect(await accessibilityFaults(page)).toEqual([]);
  await loggedInLongAgo('teresa');
  await fill('Current password', password);
  await save.click();
  await page.getByRole('dialog', { name: 'Confirm that it is you' }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(password);
  await press('Confirm');
  await says('Your password was changed. Other devices are signed out.');
  expect((await mailTo(email, 'Your account was changed')).text).toContain('password');
  await page.reload();
  await page.getByRole('heading', { name: 'teresa' }).waitFor();
  await other.goto(`${url}/profile`);
  await other.waitForURL('**/login');
  await device('teresa', next);
});

test('a new address holds once its link was used; the old one is told and takes it back', async ({
  skip,
}) => {
  if (missing) skip(missing);
  const [before, after] = ['ricote@moro.example', 'ricote@berberia.example'];
  await makeAccount({ username: 'ricote', email: before, password });
  page = await device('ricote');
  await page.goto(`${url}/profile`);
  await press('Change email');
  await fill('New email', before);
  await press('Send the link');
  await says('This is your e-mail address already.');
  await fill('New email', after);
  await press('Send the link');
  await says(`We sent a link to ${after}. Your address changes once you open it and confirm.`);
  await page.reload();
  await page.getByText(before, { exact: true }).waitFor();
  const confirm = (await mailTo(after, 'Confirm your new')).links.find(link => link.includes('#')) ?? '';
  await page.goto(confirm);
  await press('Confirm');
  await says(`Your email address is ${after} now.`);
  await expect.poll(() => page.url()).toBe(`${url}/confirm-email`);
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole('link', { name: 'To your profile' }).click();
  await page.getByText(after, { exact: true }).waitFor();
  const back = (await mailTo(before, 'Your e-mail address was changed')).links;
  await page.goto(back.find(link => link.includes('/revert-email#')) ?? '');
  await press('Change it back');
  await says(`Your email address is ${before} again. Now set a new password.`);
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.goto(`${url}/profile`);
  await page.waitForURL('**/login');
  await fill('Username or email', before);
  await fill('Password', password);
  await press('Login');
  await says("The username or password you provided don't match our records.");
});

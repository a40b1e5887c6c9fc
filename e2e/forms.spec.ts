import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { credentialsOf, login, missingBrowser, openBrowser, signIn } from './browser.ts';
import { queryDatabase } from './database.ts';

/** What forms say when something goes wrong or right, and where (spec 5 and 8). */

const missing = missingBrowser();
const url = inject('appUrl');
let browser: Browser;

beforeAll(async () => {
  if (!missing) browser = await openBrowser();
});
afterAll(() => browser?.close());

async function opened(): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width: 375, height: 740 } })).newPage();
  return page;
}

const fill = (page: Page, label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text);

test('a sign-up that is refused says so at its field, which has the focus; editing it takes the error away', async ({
  skip,
}) => {
  if (missing) skip(missing);
  const { username } = await credentialsOf('learner');
  const page = await opened();
  await page.goto(`${url}/sign-up`);
  await fill(page, 'Username', username);
  await fill(page, 'Email', 'maritornes@venta.example');
  await fill(page, 'Password', 'Rocinante-1605');
  await fill(page, 'Confirm password', 'Rocinante-1605');
  await page.getByRole('checkbox', { name: 'Terms' }).check({ position: { x: 12, y: 20 } });
  await page.getByRole('checkbox', { name: 'I am human' }).check();
  await page.getByText('Verified').waitFor();
  const reply = page.waitForResponse(response => new URL(response.url()).pathname === '/auth/sign-up');
  await page.getByRole('button', { name: 'Sign up' }).click();
  const { message, errorField } = await (await reply).json();
  expect({ message, errorField }).toEqual({ message: 'duplicate username', errorField: 'username' });
  const field = page.getByLabel('Username', { exact: true });
  const error = page.getByText('Username taken. Please enter a different username.');
  await error.waitFor();
  await expect.poll(() => field.evaluate(input => document.activeElement === input)).toBe(true);
  await page.keyboard.type('x');
  await error.waitFor({ state: 'detached' });
  // What was proved stays proved.
  expect(await page.getByRole('checkbox', { name: 'I am human' }).isChecked()).toBe(true);
  // A name that no other spec signs up with: they run side by side.
  await fill(page, 'Username', 'Maritornes');
  await page.getByRole('button', { name: 'Sign up' }).click();
  await page.waitForURL('**/login');
  await page.context().close();
});

test('a message is sent under the name and address of the profile, and what was sent is cleared', async ({
  skip,
}) => {
  if (missing) skip(missing);
  const { username } = await credentialsOf('learner');
  const page = await opened();
  await signIn(page, 'learner');
  for (const form of ['/contact', '/report-issue']) {
    await page.goto(url + form);
    await expect
      .poll(() => page.getByLabel('Email', { exact: true }).inputValue())
      .toBe(`${username}@camino.localhost`);
    await fill(page, 'Subject', `About ${form}`);
    await fill(page, 'Message', 'The mill on page two turns the wrong way.');
    const send = page.getByRole('button', { name: 'Send' });
    await page.context().setOffline(true);
    await send.click();
    await page.getByRole('alert').getByText('no server response').waitFor();
    await expect.poll(() => page.getByLabel('Subject').inputValue()).toBe(`About ${form}`);
    await page.context().setOffline(false);
    const reply = page.waitForResponse(response => response.request().method() === 'POST');
    await send.click();
    const { message, error } = await (await reply).json();
    expect(error).toBeFalsy();
    await page.getByRole('main').getByText(message, { exact: true }).waitFor();
    for (const label of ['Subject', 'Message'])
      await expect.poll(() => page.getByLabel(label, { exact: true }).inputValue()).toBe('');
    await expect.poll(() => page.getByLabel('Email', { exact: true }).inputValue()).not.toBe('');
  }
  await page.context().close();
});

test('a message that the server refuses is told above the form in its words', async ({ skip }) => {
  if (missing) skip(missing);
  const page = await opened();
  await page.goto(`${url}/contact`);
  await fill(page, 'Name', 'Sancho');
  await fill(page, 'Email', 'sancho@panza.example');
  // Longer than a message may be.
  await fill(page, 'Message', 'Mi señor. '.repeat(2_000));
  await fill(page, 'Subject', 'The island');
  const reply = page.waitForResponse(response => response.request().method() === 'POST');
  await page.getByRole('button', { name: 'Send' }).click();
  const refused = await reply;
  expect(refused.status()).toBe(400);
  await page
    .getByRole('alert')
    .getByText((await refused.json()).message)
    .waitFor();
  await page.context().close();
});

test('a username that is taken is refused at its field, and another can be typed at once', async ({
  skip,
}) => {
  if (missing) skip(missing);
  const { username, password } = await credentialsOf('learner');
  // As an account that came from the provider.
  await queryDatabase('update accounts set username = null where username = $1', [username]);
  const page = await opened();
  await login(page, `${username}@camino.localhost`, password);
  await page.goto(`${url}/profile`);
  await fill(page, 'Username', 'maria');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const error = page.getByText('Username taken. Please enter a different username.', { exact: true });
  await error.waitFor();
  await page.getByLabel('Username', { exact: true }).press('End');
  await page.keyboard.type('2');
  await error.waitFor({ state: 'detached' });
  await page.context().close();
});

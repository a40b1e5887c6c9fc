import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { readerPath } from '../tooling/testing/page-weight.ts';
import { answering } from './answering.ts';
import { credentialsOf, missingBrowser, openBrowser, type Person, signIn } from './browser.ts';
import { faultsShown } from './faults.ts';
import { card } from './reader-steps.ts';

/** The ways into the reader, out of it and within it, beside reading on (spec 2, 5, 6 and 8). */

const missing = missingBrowser();
const url = inject('appUrl');
let browser: Browser;

beforeAll(async () => {
  if (!missing) browser = await openBrowser();
});
afterAll(() => browser?.close());

async function opened(who: Person): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
  await signIn(page, who);
  return page;
}

async function started(page: Page): Promise<void> {
  await page.goto(url + readerPath);
  await page.getByRole('button', { name: 'Start' }).click();
  await page.locator(`${card}:not([data-cooling])`).waitFor();
}

test('an admin goes from sentence to sentence with P and N; a learner cannot', async ({ skip }) => {
  if (missing) skip(missing);
  const page = await opened('admin');
  await started(page);
  const place = async () =>
    Number((await page.getByRole('button', { name: / \/ \d+/ }).textContent())?.split('/')[0]);
  const first = await place();
  await page.keyboard.press('n');
  await expect.poll(place).toBe(first + 1);
  await page.keyboard.press('p');
  await expect.poll(place).toBe(first);
  await page.getByRole('button', { name: 'Next sentence (N)' }).click();
  await expect.poll(place).toBe(first + 1);

  const learner = await opened('learner');
  await started(learner);
  await expect.poll(() => learner.getByRole('button', { name: /sentence \([PN]\)/ }).count()).toBe(0);
  await learner.keyboard.press('n');
  await learner.getByRole('button', { name: /^1 \/ / }).waitFor();
  await Promise.all([page.context().close(), learner.context().close()]);
});

test('a chapter that cannot be read says why, and leads back to the library', async ({ skip }) => {
  if (missing) skip(missing);
  const page = await opened('learner');
  await page.goto(`${url}/sv/nobook/1`);
  await page.getByText(/^unknown book$/i).waitFor();
  await page.getByRole('link', { name: 'return to libary' }).click();
  await page.waitForURL(`${url}/library`);
  await page.context().close();
});

test('a chapter that is coming, or needs a subscription, says so calmly: its title, the price, the ways on', async ({
  skip,
}) => {
  if (missing) skip(missing);
  const page = await opened('learner');
  const book = readerPath.split('/')[2];
  const { get } = await answering(await credentialsOf('learner'), url);
  const { chapters } = await get<{ chapters: { number: number; title: string }[] }>(`/books/${book}`);
  const titleOf = (wanted: number) => chapters.find(({ number }) => number === wanted)?.title ?? '';
  await page.goto(`${url}/sv/${book}/9`);
  await page.getByRole('heading', { level: 1, name: titleOf(9), exact: true }).waitFor();
  await page.getByText('coming soon', { exact: true }).waitFor();
  await expect.poll(() => page.getByRole('alert').count()).toBe(0);
  expect(await faultsShown(page)).toEqual([]);
  await page.getByRole('link', { name: 'return to libary' }).click();
  await page.waitForURL(`${url}/library`);

  await page.goto(`${url}/sv/${book}/2`);
  await page.getByRole('heading', { level: 1, name: titleOf(2), exact: true }).waitFor();
  await page
    .getByText('Subscribe to read this chapter. The first chapter of each book is free.', { exact: true })
    .waitFor();
  await page.getByText('$14.99 / month, cancel anytime').waitFor();
  await expect.poll(() => page.getByRole('alert').count()).toBe(0);
  expect(await faultsShown(page)).toEqual([]);
  await page.getByRole('link', { name: 'Subscribe' }).click();
  await page.waitForURL(`${url}/profile#subscription`);
  await page.context().close();
});

test('a page that is closed in the middle of a sentence is asked about by the browser', async ({ skip }) => {
  if (missing) skip(missing);
  const page = await opened('learner');
  await started(page);
  await page.keyboard.press('0');
  await page.locator('section[data-card="wrong"]').waitFor();
  const asked = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  expect(page.isClosed()).toBe(false);
  await page.context().close();
});

test('the flag reports a sentence: only a message is typed, the rest goes with it', async ({ skip }) => {
  if (missing) skip(missing);
  const { username } = await credentialsOf('learner');
  const page = await opened('learner');
  await started(page);
  await page.getByRole('button', { name: 'Report an issue' }).click();
  const dialog = page.getByRole('dialog', { name: 'Report an Issue' });
  const send = dialog.getByRole('button', { name: 'Send' });
  await expect.poll(() => send.isDisabled()).toBe(true);
  await expect.poll(() => dialog.getByRole('textbox').count()).toBe(1);
  await dialog.getByLabel('Message').fill('Is this word right?');
  const sent = page.waitForRequest(request => new URL(request.url()).pathname.endsWith('/report-issue'));
  await send.click();
  const { message, ...rest } = (await sent).postDataJSON();
  expect(rest).toEqual({
    name: username,
    email: `${username}@camino.localhost`,
    subject: 'SV Issue',
  });
  // The keys of the sentence's word and clause (spec 3).
  expect(message).toMatch(/^Is this word right\?\n.*Platero y Yo .*\d+\.\d+/s);
  await dialog.getByRole('button', { name: 'Read on' }).waitFor();
  await page.context().close();
});

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { readerPath } from '../tooling/testing/page-weight.ts';
import { missingBrowser, openBrowser, signIn } from './browser.ts';

/**
 * Words and sentences are heard. This browser has no voices of its own, so what has no recording is said by the server's
 * voice, the real one.
 */

const missing = missingBrowser();
let browser: Browser;

beforeAll(async () => {
  if (!missing) browser = await openBrowser();
});
afterAll(() => browser?.close());

/** A page of its own, on which everything that is asked for a sound is noted. */
async function open() {
  const context = await browser.newContext();
  const page = await context.newPage();
  const asked: string[] = [];
  page.on('request', request => {
    const { pathname } = new URL(request.url());
    if (/^\/spanish-/.test(pathname)) asked.push(decodeURIComponent(pathname));
  });
  await signIn(page, 'learner');
  return { page, asked };
}

async function read(page: Page) {
  await page.goto(inject('appUrl') + readerPath);
  await page.getByRole('button', { name: 'Start' }).click();
}

const firstWord = (page: Page) => page.locator('main p[lang="es"] button').first();
const soundOf = (page: Page, folder: 'words' | 'sentences') =>
  page.waitForResponse(reply => new URL(reply.url()).pathname.startsWith(`/spanish-${folder}/`));

async function turn(page: Page, setting: string, on: boolean) {
  await page.goto(`${inject('appUrl')}/settings`);
  const saved = page.waitForResponse(reply => reply.request().method() === 'PATCH' && reply.ok());
  const control = page.getByRole('switch', { name: setting, checked: !on });
  await control.click({ force: true });
  await saved;
}

const wordListen = (page: Page) => page.getByRole('dialog').getByRole('button', { name: /^Listen to / });

test('a word is said by the server where there is no recording and no voice of the device', async ({
  skip,
}) => {
  if (missing) skip(missing);
  const { page, asked } = await open();
  await read(page);
  await firstWord(page).click();
  const listen = wordListen(page);
  await listen.waitFor();
  const sound = soundOf(page, 'words');
  await listen.click();
  const reply = await sound;
  expect([reply.status(), reply.headers()['content-type']]).toEqual([200, 'audio/wav']);
  expect(asked).toHaveLength(1);
  await page.context().close();
});

test('a word with a recording is heard from it', async ({ skip }) => {
  if (missing) skip(missing);
  const { page, asked } = await open();
  await page.goto(inject('appUrl') + readerPath);
  const word = ((await firstWord(page).textContent()) ?? '').toLowerCase();
  await page.route('**/sounds', route =>
    route.fulfill({ json: { words: [word], sentences: [], voice: false } }),
  );
  await page.route('**/spanish-words/**', route =>
    route.fulfill({ contentType: 'audio/wav', body: silence }),
  );
  await read(page);
  await firstWord(page).click();
  await wordListen(page).click();
  await expect.poll(() => asked).toEqual([`/spanish-words/${word}.wav`]);
  await page.context().close();
});

test('without any sound nothing is offered, and nothing asked for', async ({ skip }) => {
  if (missing) skip(missing);
  const { page, asked } = await open();
  await page.route('**/sounds', route => route.fulfill({ json: { words: [], sentences: [], voice: false } }));
  const known = page.waitForResponse('**/sounds');
  await read(page);
  await known;
  await firstWord(page).click();
  await page.getByRole('dialog').waitFor();
  await page.waitForLoadState('networkidle');
  expect(asked).toEqual([]);
  await expect.poll(() => page.getByRole('button', { name: /^Listen to / }).count()).toBe(0);
  await page.context().close();
});

test('a sentence shows the word that is being said, in order, and can be stopped', async ({ skip }) => {
  if (missing) skip(missing);
  const { page } = await open();
  await read(page);
  const listen = page.getByRole('button', { name: 'Listen to the sentence' });
  await listen.waitFor();
  const words = await page.locator('main p[lang="es"] [data-word]').evaluateAll(all => {
    const shown: number[] = [];
    Object.assign(window, { shown });
    const watch = () => {
      const at = all.findIndex(word => word.hasAttribute('data-said'));
      if (at >= 0 && shown.at(-1) !== at) shown.push(at);
    };
    const text = all[0]?.closest('p');
    if (text) new MutationObserver(watch).observe(text, { attributes: true, subtree: true });
    return all.length;
  });
  await listen.click();
  await page.getByRole('button', { name: 'Stop the sentence' }).waitFor();
  await listen.waitFor();
  const shown = await page.evaluate(() => (window as unknown as { shown: number[] }).shown);
  expect(shown).toEqual(shown.toSorted((a, b) => a - b));
  expect(shown.length).toBeGreaterThan(words / 2);
  await expect.poll(() => page.locator('[data-said]').count()).toBe(0);

  await listen.click();
  await page.locator('[data-said]').first().waitFor();
  await page.getByRole('button', { name: 'Stop the sentence' }).click();
  await listen.waitFor();
  await expect.poll(() => page.locator('[data-said]').count()).toBe(0);
  await page.context().close();
});

test('the two settings say a word when it is selected, and a sentence when it is opened', async ({
  skip,
}) => {
  if (missing) skip(missing);
  const { page, asked } = await open();
  await read(page);
  await page.getByRole('button', { name: 'Listen to the sentence' }).waitFor();
  await firstWord(page).click();
  await wordListen(page).waitFor();
  expect(asked).toEqual([]);
  await turn(page, 'Word audio', true);
  await turn(page, 'Sentence audio', true);
  const sentence = soundOf(page, 'sentences');
  await read(page);
  expect((await sentence).status()).toBe(200);
  const word = soundOf(page, 'words');
  await firstWord(page).click();
  expect((await word).status()).toBe(200);
  await turn(page, 'Word audio', false);
  await turn(page, 'Sentence audio', false);
  await page.context().close();
});

test('the speed is chosen in the settings, stays on the device, and can be tried', async ({ skip }) => {
  if (missing) skip(missing);
  const { page } = await open();
  await page.goto(`${inject('appUrl')}/settings`);
  await page.getByRole('radio', { name: 'Slow', exact: true }).check();
  await page.reload();
  const slow = page.getByRole('radio', { name: 'Slow', exact: true });
  await slow.waitFor();
  await expect.poll(() => slow.isChecked()).toBe(true);
  const sound = soundOf(page, 'words');
  await page.getByRole('button', { name: 'Hear it' }).click();
  expect((await sound).status()).toBe(200);
  await page.context().close();
});

/** A tenth of a second of nothing: 8,000 samples a second, a byte each. */
const silence = (() => {
  const samples = Buffer.alloc(800, 128);
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + samples.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(8_000, 24);
  head.writeUInt32LE(8_000, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write('data', 36);
  head.writeUInt32LE(samples.length, 40);
  return Buffer.concat([head, samples]);
})();

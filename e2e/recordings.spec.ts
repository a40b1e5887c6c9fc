import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { readerPath } from '../tooling/testing/page-weight.ts';
import { loginAs, missingBrowser, openBrowser } from './browser.ts';

/** A word is spoken when it has a recording (spec 7), and nothing is asked for when it has none. */

const missing = missingBrowser();
let browser: Browser;

beforeAll(async () => {
  if (!missing) browser = await openBrowser();
});
afterAll(() => browser?.close());

/** Selects the first word of a chapter where these words are recorded, and tells which recordings were asked for. */
async function select(page: Page, recorded: (word: string) => readonly string[]): Promise<readonly string[]> {
  page.setDefaultTimeout(15_000);
  const asked: string[] = [];
  await loginAs(page, 'maria');
  await page.goto(inject('appUrl') + readerPath);
  await page.getByRole('button', { name: 'Start' }).click();
  const word = page.locator('main p[lang="es"] button').first();
  const text = (await word.textContent()) ?? '';
  await page.route('**/spanish-words/**', route => {
    const { pathname } = new URL(route.request().url());
    if (pathname.endsWith('.json')) return route.fulfill({ json: recorded(text.toLowerCase()) });
    asked.push(decodeURIComponent(pathname));
    return route.fulfill({ contentType: 'audio/wav', body: silence });
  });
  const list = page.waitForResponse('**/spanish-words/index.json');
  await word.click();
  await list;
  await page.getByRole('dialog', { name: text }).waitFor();
  return asked;
}

test('a word with a recording can be heard', async ({ skip }) => {
  if (missing) skip(missing);
  const page = await (await browser.newContext()).newPage();
  const asked = await select(page, word => [word, 'otra']);
  const listen = page.getByRole('button', { name: /^Listen to / });
  await listen.waitFor();
  const word = (await listen.getAttribute('aria-label'))?.slice('Listen to '.length).toLowerCase();
  expect(new Set(asked)).toEqual(new Set([`/spanish-words/${word}.wav`]));
});

test('a word without one is not asked for', async ({ skip }) => {
  if (missing) skip(missing);
  const page = await (await browser.newContext()).newPage();
  const asked = await select(page, () => ['otra']);
  await page.waitForLoadState('networkidle');
  expect(asked).toEqual([]);
  expect(await page.getByRole('button', { name: /^Listen to / }).count()).toBe(0);
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

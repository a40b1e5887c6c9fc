import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { testsInOrder } from '../tooling/testing/in-order.ts';
import { missingBrowser, openBrowser, signIn } from './browser.ts';
import { faultsShown, watchForFaults } from './faults.ts';

/** A learner brings a list of words, takes all that is theirs along, and brings it back: by keyboard, on a small phone. */

const missing = missingBrowser();
const url = inject('appUrl');
let browser: Browser;
let page: Page;
let behind: readonly string[];
/** The history that was downloaded. */
let history = '';

testsInOrder();
beforeAll(async () => {
  if (missing) return;
  browser = await openBrowser();
  const context = await browser.newContext({ viewport: { width: 320, height: 640 }, acceptDownloads: true });
  page = await context.newPage();
  behind = watchForFaults(page, [['/vocabularies/word-list', 422]]);
  await signIn(page, 'learner');
});
afterAll(() => browser?.close());

const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const bring = (name: string, content: string) =>
  page
    .locator('input[type="file"]')
    .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(content) });

test('words that are typed are looked up, credited and taken back, all by keyboard', async ({ skip }) => {
  if (missing) skip(missing);
  await page.goto(`${url}/placement`);
  await page.getByRole('link', { name: 'I have a list of words' }).click();
  await heading('Bring what you know').waitFor();
  expect(await faultsShown(page)).toEqual([]);
  await page.getByLabel('Words you know').focus();
  await page.keyboard.type('el ojo\nHablár\nxyzzy\n');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await heading(/^\d words? of these books you know already$/).waitFor();
  await page.getByRole('checkbox', { name: 'ojo' }).waitFor();
  await page.getByText('Not found').focus();
  await page.keyboard.press('Enter');
  await page.getByText('xyzzy').waitFor();
  expect(await faultsShown(page)).toEqual([]);
  await page.getByRole('button', { name: /^Credit these/ }).press('Enter');
  await heading(/words? credited$/).waitFor();
  expect(await faultsShown(page)).toEqual([]);
  await page.keyboard.press('u');
  await heading('All of it was taken back').waitFor();
  await page.getByRole('button', { name: 'Another file' }).click();
});

test('of a table the column with the words is found, and what is no list is refused with its line', async ({
  skip,
}) => {
  if (missing) skip(missing);
  await bring('words.csv', 'English;Spanish\neye;"el ojo\nhouse;la casa\n');
  await page.getByRole('alert').filter({ hasText: 'Line 2 ' }).waitFor();
  await bring('deck.apkg', 'PK\u0003\u0004');
  await page.getByRole('alert').filter({ hasText: 'Notes in Plain Text' }).waitFor();
  await bring('words.csv', 'English;Spanish\neye;el ojo\nroad;el camino\nhouse;la casa\n');
  await heading(/words? of these books you know already$/).waitFor();
  const column = page.getByLabel('The Spanish words are in the column');
  await expect.poll(() => column.inputValue()).toBe('1');
  await column.selectOption('0');
  await heading('There is nothing to credit').waitFor();
  await column.selectOption('1');
  await page.getByRole('checkbox', { name: 'camino' }).uncheck();
  expect(await faultsShown(page)).toEqual([]);
  await page.getByRole('button', { name: /^Credit these/ }).click();
  await heading(/words? credited$/).waitFor();
});

test('all that is a learner’s is downloaded from the profile', async ({ skip }) => {
  if (missing) skip(missing);
  await page.goto(`${url}/profile`);
  const files: Record<string, string> = {};
  for (const [name, file] of [
    ['History as JSONL', 'history'],
    ['Vocabulary as CSV', 'vocabulary'],
    ['Anki notes as TXT', 'anki'],
    ['Account as JSON', 'account'],
  ] as const) {
    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name: `Download ${name}` }).click();
    const download = await coming;
    expect(download.suggestedFilename()).toMatch(new RegExp(`^camino-${file}-\\d{4}-\\d\\d-\\d\\d\\.`));
    files[file] = await readFile(await download.path(), 'utf8');
  }
  history = files['history'] ?? '';
  expect(history).toContain('"cause":"list"');
  expect(files['vocabulary']).toContain(',ojo,');
  expect(files['anki']).toContain('ojo');
  expect(JSON.parse(files['account'] ?? '')).toMatchObject({ account: { roles: ['user'] } });
  expect(await faultsShown(page)).toEqual([]);
});

test('a history that is brought back gives the same vocabulary, and one that broke off nothing', async ({
  skip,
}) => {
  if (missing) skip(missing);
  await page.getByRole('link', { name: /^Bring back a history/ }).click();
  await bring('history.jsonl', history);
  await heading('Nothing would change').waitFor();
  await page.getByRole('button', { name: 'Another file' }).click();
  await bring('history.jsonl', history.slice(0, -30));
  await page
    .getByRole('alert')
    .filter({ hasText: /Line \d+: / })
    .waitFor();
  // Of another account that knows more.
  const more = history.replaceAll('"level":"IV","credited":true', '"level":"IV","credited":false');
  const levels = more.split('\n').filter(line => line.includes('"type":"level"'));
  expect(levels.length).toBeGreaterThan(0);
  await page.goto(`${url}/vocabulary`);
  await page.getByRole('link', { name: /words you know/ }).waitFor();
  await page.goto(`${url}/import`);
  const word = JSON.parse(levels[0] ?? '{}');
  const other = [
    { type: 'export', format: 'camino-history', version: 1, at: '2026-05-03T10:00:00.000Z', username: 'ana' },
    { ...word, id: 'g4kem4', level: 'II' },
    { ...word, id: 'none-of-these', level: 'III' },
    { type: 'end', lines: 3 },
  ];
  await bring('other.jsonl', other.map(line => JSON.stringify(line)).join('\n'));
  await heading('1 level would change').waitFor();
  await page.getByText('What changes').click();
  expect(await faultsShown(page)).toEqual([]);
  await page.getByRole('button', { name: 'Import this level' }).press('Enter');
  await heading('1 level is imported').waitFor();
  expect(await faultsShown(page)).toEqual([]);
  await page.keyboard.press('u');
  await heading('All of it was taken back').waitFor();
  expect(behind).toEqual([]);
  await page.context().close();
});

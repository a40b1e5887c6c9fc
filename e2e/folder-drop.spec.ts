import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { passwordOfAll } from '../tooling/testing/accounts.ts';
import { signInAt } from '../tooling/testing/login.ts';
import { missingBrowser, openBrowser } from './browser.ts';
import { faultsShown, watchForFaults } from './faults.ts';
import { type OwnApp, ownApp } from './own-app.ts';

/** A folder of sentences, dropped from the disk as the system's file manager drops one, and sent to the real call. */

const missing = missingBrowser();
let browser: Browser;
/** Of its own: a book that is added is on everybody's shelf. */
let app: OwnApp;

beforeAll(async () => {
  if (missing) return;
  browser = await openBrowser();
  app = await ownApp();
});
afterAll(async () => {
  await browser?.close();
  await app?.close();
});

const title = 'Cuentu de la llosa';

/** A sentence of a book of our own; one of them brings the book. */
function sentence(position: number, more: object = {}): string {
  return JSON.stringify({
    meta: {
      bookTitle: title,
      chapter: 1,
      position,
      text: `Llueve ${position}.`,
      translation: `It rains ${position}.`,
      ...more,
    },
    wordInstances: [
      {
        text: 'Llueve',
        position: 1,
        translation: 'it rains',
        stem: { text: 'lluev', pos: 'verb', gloss: 'rain' },
        ending1: { text: '-e', gloss: 'he, she or it does' },
      },
      {
        text: String(position),
        position: 2,
        trailingPunctuation: '.',
        translation: String(position),
        stem: { text: String(position), pos: 'numeral', gloss: String(position) },
      },
    ],
  });
}
const book = { author: 'Naide', language: { name: 'Leonese', isoCode: 'ext' } };

async function folderOf(files: Readonly<Record<string, string>>): Promise<string> {
  const parent = await mkdtemp(join(tmpdir(), 'camino-drop-'));
  onTestFinished(() => rm(parent, { recursive: true }));
  const folder = join(parent, 'llosa');
  await mkdir(folder);
  for (const [file, text] of Object.entries(files)) await writeFile(join(folder, file), text);
  return folder;
}

/** The browser is told what the system tells it of a drag: where it is, and paths on the disk. */
async function drop(page: Page, folder: string): Promise<void> {
  const zone = page.getByRole('button', { name: 'Drop a folder here or choose one' });
  await zone.scrollIntoViewIfNeeded();
  const box = await zone.boundingBox();
  if (!box) throw new Error('nowhere to drop');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const browserSide = await page.context().newCDPSession(page);
  const data = { items: [], files: [folder], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await browserSide.send('Input.dispatchDragEvent', { type, x, y, data });
}

test('a dropped folder is sent file by file with its pauses; it stops, goes on, and what failed is retried', async ({
  skip,
}) => {
  if (missing) skip(missing);
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  // The first file names a book that only the second brings.
  const behind = watchForFaults(page, [['/auto/sentence', 404]]);
  await signInAt(app.url, page, 'admin', passwordOfAll);
  await page.goto(`${app.url}/admin#auto-sentence`);
  const sent: { readonly text: string; readonly at: () => number; readonly status: Promise<number> }[] = [];
  page.on('request', request => {
    if (new URL(request.url()).pathname !== '/auto/sentence') return;
    sent.push({
      text: JSON.parse(request.postData() ?? '{}').meta.text,
      at: () => request.timing().startTime,
      status: request.response().then(
        response => response?.status() ?? 0,
        () => 0,
      ),
    });
  });
  await drop(
    page,
    await folderOf({
      '1.json': sentence(1),
      '2.json': sentence(2, { book, chapterTitle: 'La llosa' }),
      '3.json': sentence(3),
      '10.json': sentence(4),
      'notes.txt': sentence(5),
      'broken.json': '{',
    }),
  );
  const failures = page.getByRole('region', { name: 'Files that failed' });
  await failures.getByText('1.json', { exact: true }).waitFor();
  const progress = page.getByRole('progressbar', { name: 'Files sent' });
  await expect.poll(() => progress.getAttribute('aria-valuetext')).toMatch(/^[2-4] of 5$/);
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByRole('button', { name: /^Send the other [1-3]$/ }).click();
  await failures.getByText('Failed to parse JSON content of file: broken.json').waitFor();
  await expect.poll(() => progress.getAttribute('aria-valuetext')).toBe('5 of 5');
  await expect.poll(() => failures.getByRole('listitem').count()).toBe(2);
  expect(await faultsShown(page)).toEqual([]);

  await failures.getByRole('button', { name: 'Retry 1.json' }).click();
  await expect.poll(() => failures.getByRole('listitem').count()).toBe(1);
  // In the order of their numbers, .json only, and nothing twice that was taken. Also the retry is sent after a pause.
  await expect
    .poll(() => sent.map(({ text }) => text))
    .toEqual(['Llueve 1.', 'Llueve 2.', 'Llueve 3.', 'Llueve 4.', 'Llueve 1.']);
  expect(await Promise.all(sent.map(({ status }) => status))).toEqual([404, 200, 200, 200, 200]);
  const [first, second] = sent;
  if (!first || !second) throw new Error('nothing was sent');
  // 500 ms and 100 ms for its index, after the call before it was answered; the browser tells a start to some milliseconds.
  expect(second.at() - first.at()).toBeGreaterThanOrEqual(580);

  // What was added is in the library at once.
  await page.reload();
  await page.getByRole('button', { name: /Health check/ }).click();
  await page.getByLabel('Book title').fill(title);
  await page.getByRole('button', { name: 'Check health' }).click();
  await page.getByText('Total missing sentences: 0').waitFor();

  // A second language can be chosen; the one with more to read stands first, however short its rival's book is.
  await page.goto(`${app.url}/placement`);
  await page.getByRole('heading', { name: 'Do you know some Spanish already?' }).waitFor();
  await page.getByLabel('Language').selectOption('Leonese');
  await page.getByRole('heading', { name: 'Do you know some Leonese already?' }).waitFor();
  expect(await faultsShown(page)).toEqual([]);
  expect(behind).toEqual([]);
});

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { loginAs, missingBrowser, openBrowser } from './browser.ts';
import { faultsShown, type Refused, watch } from './faults.ts';

/** What an admin does, in the running application. */

const missing = missingBrowser();
const url = inject('appUrl');
let browser: Browser;

beforeAll(async () => {
  if (!missing) browser = await openBrowser();
});
afterAll(() => browser?.close());

async function adminPage(path: string, meant: readonly Refused[] = []) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  const behind = watch(page, meant);
  await loginAs(page, 'admin');
  await page.getByRole('heading', { name: 'Library' }).waitFor();
  await page.goto(url + path);
  await page.getByRole('heading', { name: 'admin', exact: true }).waitFor();
  return { page, behind };
}

/** The bar of a form. */
const bar = (page: Page, form: string) => page.locator(`h2 #${form}`);

/** A folder on the disk, as somebody chooses it. */
async function folderOf(name: string, files: Readonly<Record<string, string>>): Promise<string> {
  const parent = await mkdtemp(join(tmpdir(), 'camino-folder-'));
  onTestFinished(() => rm(parent, { recursive: true }));
  const folder = join(parent, name);
  await mkdir(folder);
  for (const [file, text] of Object.entries(files)) await writeFile(join(folder, file), text);
  return folder;
}

test('the address names the open form, and a form keeps its text when another opens', async ({ skip }) => {
  if (missing) skip(missing);
  const { page, behind } = await adminPage('/admin#course');
  const title = page.getByLabel('Title').and(page.locator('#course-form *'));
  await title.fill('Spanish by reading');
  expect(await page.getByRole('button', { expanded: true }).count()).toBe(1);
  await bar(page, 'health-check').click();
  expect(new URL(page.url()).hash).toBe('#health-check');
  expect(await title.isVisible()).toBe(false);
  await bar(page, 'course').press('Enter');
  expect(new URL(page.url()).hash).toBe('#course');
  expect(await title.inputValue()).toBe('Spanish by reading');
  await page.getByRole('button', { name: 'Add course' }).click();
  await page.getByText('Description is required').waitFor();
  expect(await faultsShown(page)).toEqual([]);
  expect(behind).toEqual([]);
});

test('a language, a course and a book are added, and what the server refuses is said', async ({ skip }) => {
  if (missing) skip(missing);
  const { page, behind } = await adminPage('/admin#language', [['/languages', 409]]);
  const form = (name: string) => page.getByRole('form', { name, exact: true });
  const language = form('Language');
  await language.getByLabel('Name', { exact: true }).fill('Asturian');
  await language.getByRole('button', { name: 'Add language' }).press('Enter');
  await language.getByText('Added the language Asturian').waitFor();
  await language.getByLabel('Name', { exact: true }).fill('Asturian');
  await language.getByRole('button', { name: 'Add language' }).click();
  await language.getByRole('alert').getByText('duplicate language', { exact: true }).waitFor();

  await bar(page, 'course').click();
  const course = form('Course');
  await course.getByLabel('Title').fill('Asturian by reading');
  await course.getByLabel('Description').fill('One classic, sentence by sentence.');
  await course.getByLabel('Native language').fill('Spanish');
  await course.getByLabel('Language to learn').fill('Asturian');
  await course.getByRole('button', { name: 'Add course' }).click();
  await course.getByText('Added the course Asturian by reading').waitFor();

  await bar(page, 'book').click();
  const book = form('Book');
  await book.getByLabel('Title').fill('Hestoria de la lliteratura');
  await book.getByLabel('Author').fill('Anónimo');
  await book.getByLabel('Language').fill('Asturian');
  await book.getByRole('button', { name: 'Add book' }).click();
  await book.getByText('Added the book Hestoria de la lliteratura').waitFor();
  expect(behind).toEqual([]);
});

test('the health of a book is told', async ({ skip }) => {
  if (missing) skip(missing);
  const { page, behind } = await adminPage('/admin#health-check', [['/sentences/check-health', 404]]);
  await page.getByLabel('Book title').fill('Platero y Yo');
  await page.getByRole('button', { name: 'Check health' }).click();
  await page.getByText('Total missing sentences: 0').waitFor();
  await page.getByLabel('Book title').fill('Nothing');
  await page.getByLabel('Book title').press('Enter');
  await page.getByRole('alert').getByText('unknown book', { exact: true }).waitFor();
  expect(behind).toEqual([]);
});

test('a folder without a .json file is not sent; a file that is none is named, and can be retried', async ({
  skip,
}) => {
  if (missing) skip(missing);
  const { page, behind } = await adminPage('/admin#auto-sentence');
  const drop = page.getByRole('button', { name: 'Drop a folder here or choose one' });
  const choose = async (folder: string) => {
    const chooser = page.waitForEvent('filechooser');
    await drop.press('Enter');
    await (await chooser).setFiles(folder);
  };
  await choose(await folderOf('notes', { 'notes.txt': '{}' }));
  await page.getByText('No file in notes ends in .json. Nothing was sent.').waitFor();
  await choose(await folderOf('chapter', { '10.json': '{', '2.json': '[]', 'readme.md': '' }));
  const failures = page.getByRole('region', { name: 'Files that failed' }).getByRole('listitem');
  await page.getByRole('button', { name: 'Retry all 2' }).waitFor();
  expect(await failures.allInnerTexts()).toEqual([
    expect.stringMatching(/2\.json\s+meta and wordInstances are required/),
    expect.stringMatching(/10\.json\s+Failed to parse JSON content of file: 10\.json/),
  ]);
  expect(await page.getByRole('progressbar').getAttribute('aria-valuetext')).toBe('2 of 2');
  expect(await faultsShown(page)).toEqual([]);
  await page.getByLabel('Or one sentence as JSON').fill('{"meta": {}');
  await page.getByRole('button', { name: 'Add sentence' }).click();
  await page.getByRole('alert').getByText(/JSON/).waitFor();
  expect(behind).toEqual([]);
});

test('a vocabulary is reset only when that was typed; an undo without anything to undo says so', async ({
  skip,
}) => {
  if (missing) skip(missing);
  const { page, behind } = await adminPage('/admin#vocabulary-reset', [
    ['/vocabularies/undo-reset-user-vocabulary', 409],
  ]);
  const form = page.getByRole('form', { name: 'Vocabulary reset' });
  await form.getByLabel('Username').fill('admin');
  await form.getByRole('button', { name: 'Reset' }).click();
  await form.getByText('confirm first', { exact: true }).waitFor();
  await form.getByLabel("Type: Reset admin's vocabulary").fill("Reset admin's vocabulary");
  await form.getByRole('button', { name: 'Reset' }).click();
  await form.getByRole('status').getByText("Reset admin's vocabulary").waitFor();
  await form.getByRole('button', { name: 'Undo' }).click();
  await form.getByRole('alert').getByText('nothing to undo', { exact: true }).waitFor();
  expect(await faultsShown(page)).toEqual([]);
  expect(behind).toEqual([]);
});

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { passwordOfAll } from '../tooling/testing/accounts.ts';
import { signInAt } from '../tooling/testing/login.ts';
import { answering } from './answering.ts';
import { missingBrowser, openBrowser } from './browser.ts';
import { type ExpectedRefusal, faultsShown, watchForFaults } from './faults.ts';
import { type OwnApp, ownApp } from './own-app.ts';

/** What an admin does, in the running application. */

const missing = missingBrowser();
let browser: Browser;
/** Of its own: what an admin adds, pauses and rebuilds is everybody's. */
let app: OwnApp;
let url: string;
let admin: BrowserContext;
const username = 'persona';

beforeAll(async () => {
  if (missing) return;
  browser = await openBrowser();
  app = await ownApp();
  url = app.url;
  await app.account(username, ['user']);
  admin = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await admin.newPage();
  await signInAt(url, page, 'admin', passwordOfAll);
  await page.close();
});
afterAll(async () => {
  await browser?.close();
  await app?.close();
});

async function adminPage(path: string, meant: readonly ExpectedRefusal[] = []) {
  const page = await admin.newPage();
  onTestFinished(() => page.close());
  const behind = watchForFaults(page, meant);
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
  await expect.poll(() => page.getByRole('button', { expanded: true }).count()).toBe(1);
  await bar(page, 'health-check').click();
  await expect.poll(() => new URL(page.url()).hash).toBe('#health-check');
  await expect.poll(() => title.isVisible()).toBe(false);
  await bar(page, 'course').press('Enter');
  await expect.poll(() => new URL(page.url()).hash).toBe('#course');
  await expect.poll(() => title.inputValue()).toBe('Spanish by reading');
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
  await expect
    .poll(() => failures.allInnerTexts())
    .toEqual([
      expect.stringMatching(/2\.json\s+meta and wordInstances are required/),
      expect.stringMatching(/10\.json\s+Failed to parse JSON content of file: 10\.json/),
    ]);
  await expect.poll(() => page.getByRole('progressbar').getAttribute('aria-valuetext')).toBe('2 of 2');
  expect(await faultsShown(page)).toEqual([]);
  await page.getByLabel('Or one sentence as JSON').fill('{"meta": {}');
  await page.getByRole('button', { name: 'Add sentence' }).click();
  await page.getByRole('alert').getByText(/JSON/).waitFor();
  expect(behind).toEqual([]);
});

test('a folder on its way says so when its form is closed, and nothing takes its place without asking', async ({
  skip,
}) => {
  if (missing) skip(missing);
  const { page, behind } = await adminPage('/admin#auto-sentence');
  // What the server says of such sentences is its own matter: here they are only on their way.
  const sentences = Object.fromEntries(
    Array.from({ length: 60 }, (_, index) => [
      `${index}.json`,
      '{"meta": {}, "wordInstances": [{"text": "Lo"}]}',
    ]),
  );
  const choose = async (name: string) => {
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Drop a folder here or choose one' }).click();
    await (await chooser).setFiles(await folderOf(name, sentences));
  };
  const dialog = page.getByRole('dialog');
  await choose('first');
  await page.getByText(/The next file goes in/).waitFor();
  await choose('second');
  await dialog.getByRole('button', { name: 'Keep sending first' }).click();
  await bar(page, 'book').click();
  await bar(page, 'auto-sentence')
    .getByText(/^\d+ of 60$/)
    .waitFor();

  await page.getByRole('link', { name: 'Profile' }).first().click();
  await dialog.getByRole('button', { name: 'Stay' }).click();
  await expect.poll(() => new URL(page.url()).pathname).toBe('/admin');
  await page.goBack();
  await dialog.getByText('Stop sending and leave?').waitFor();
  await dialog.getByRole('button', { name: 'Stay' }).click();
  // The entry gone back to names this form.
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByRole('button', { name: /^Send the other \d+/ }).waitFor();
  await page.getByRole('link', { name: 'Profile' }).first().click();
  await page.waitForURL(`${url}/profile`);
  expect(behind.filter(line => !line.includes('/auto/sentence'))).toEqual([]);
});

test('a vocabulary is reset only when that was typed; one without words offers no undo', async ({ skip }) => {
  if (missing) skip(missing);
  const { page, behind } = await adminPage('/admin#vocabulary-reset');
  const form = page.getByRole('form', { name: 'Vocabulary reset' });
  await form.getByLabel('Username').fill('admin');
  await form.getByRole('button', { name: 'Reset' }).click();
  await form.getByText('confirm first', { exact: true }).waitFor();
  await form.getByLabel("Type: Reset admin's vocabulary").fill("Reset admin's vocabulary");
  await form.getByRole('button', { name: 'Reset' }).click();
  await form.getByRole('status').getByText("Reset admin's vocabulary").waitFor();
  expect(await form.getByRole('button', { name: 'Undo' }).count()).toBe(0);
  expect(await faultsShown(page)).toEqual([]);
  expect(behind).toEqual([]);
});

test('a read model is paused, resumed and rebuilt; states are announced, and a phone shows rows as blocks', async ({
  skip,
}) => {
  if (missing) skip(missing);
  const { page, behind } = await adminPage('/admin#read-models');
  const table = page.getByRole('table', { name: 'Read models' });
  const row = table.getByRole('row').filter({ hasText: 'Subscription weeks' });
  await row.getByText('Active', { exact: true }).waitFor();
  await row.getByRole('button', { name: 'Pause Subscription weeks' }).click();
  await row.getByText('Paused', { exact: true }).waitFor();
  const announced = page.locator('#read-models').getByRole('status');
  await announced.getByText('Subscription weeks: Paused').waitFor({ state: 'attached' });
  await row.getByRole('button', { name: 'Resume Subscription weeks' }).click();
  await row.getByText('Active', { exact: true }).waitFor();

  await row.getByRole('button', { name: 'Rebuild Subscription weeks' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/events are read\. (It takes about|How long is not known)/).waitFor();
  expect(await faultsShown(page)).toEqual([]);
  const asked = page.waitForResponse(/\/projections\/control$/);
  await dialog.getByRole('button', { name: 'Rebuild' }).click();
  expect((await asked).status()).toBe(200);
  await row.getByText('Active', { exact: true }).waitFor();

  await page.setViewportSize({ width: 375, height: 740 });
  expect(await faultsShown(page)).toEqual([]);
  await expect.poll(() => table.getByRole('columnheader', { name: 'State' }).count()).toBe(1);
  expect(behind).toEqual([]);
});

test('a rebuild for all users says what it reads before it begins', async ({ skip }) => {
  if (missing) skip(missing);
  const { page, behind } = await adminPage('/admin#rebuild');
  await page.getByRole('button', { name: 'Rebuild', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Rebuild for all users?' });
  await dialog.getByText('Vocabulary entries, ').or(dialog.getByText('Known count weeks, ')).waitFor();
  await dialog.getByRole('button', { name: 'Rebuild' }).click();
  await page.getByText('The vocabularies of all users are being rebuilt').waitFor();
  expect(behind).toEqual([]);
});

test('questions are sorted by their heads, and one is opened with its options', async ({ skip }) => {
  if (missing) skip(missing);
  const { page, behind } = await adminPage('/admin#questions');
  await answerOne();
  await page.reload();
  const table = page.getByRole('table', { name: /^Questions of/ });
  await table.waitFor();
  const head = (name: string) => table.getByRole('columnheader', { name });
  await expect.poll(() => head('Right').getAttribute('aria-sort')).toBe('ascending');
  const green = table.locator('td i').first();
  await expect.poll(() => green.evaluate(bar => bar.getBoundingClientRect().width)).toBeGreaterThan(0);
  await head('Time').getByRole('button').press('Enter');
  await expect.poll(() => head('Time').getAttribute('aria-sort')).toBe('descending');
  await expect.poll(() => head('Right').getAttribute('aria-sort')).toBe('none');
  expect(await faultsShown(page)).toEqual([]);
  await table.getByRole('button', { name: /^Open/ }).first().click();
  await page
    .getByRole('dialog')
    .getByText(/right, chosen \d+ of \d+ times/)
    .waitFor();
  expect(await faultsShown(page)).toEqual([]);
  expect(behind).toEqual([]);
});

/** One right answer of the admin to the first question of the first chapter there is. */
async function answerOne(): Promise<void> {
  const { get, sentencesOf, answer, shownBy } = await answering(
    { username: 'admin', password: passwordOfAll },
    url,
  );
  const [book] = await get<{ id: string }[]>('/books');
  const [sentence] = await sentencesOf(book?.id ?? '');
  const [word] = sentence?.words ?? [];
  if (!sentence || !word) throw new Error('nothing to answer');
  await answer(sentence, [{ question: word.question, chosen: 0 }]);
  await shownBy(`/questions/${sentence.bookId}/1`);
}

test('an account is found by a part of its address; its name goes into the form of resets', async ({
  skip,
}) => {
  if (missing) skip(missing);
  const { page, behind } = await adminPage('/admin#people');
  await page.getByLabel('Username or e-mail').fill('ADMI');
  await page.getByRole('button', { name: 'Find' }).click();
  const table = page.getByRole('table', { name: 'People' });
  await table.getByText('admin@camino.localhost').waitFor();
  await expect.poll(() => table.getByRole('combobox', { name: 'Role of admin' }).isDisabled()).toBe(true);
  expect(await faultsShown(page)).toEqual([]);
  await table.getByRole('button', { name: 'Reset vocabulary' }).click();
  await expect
    .poll(() => page.getByRole('form', { name: 'Vocabulary reset' }).getByLabel('Username').inputValue())
    .toBe('admin');
  await expect.poll(() => new URL(page.url()).hash).toBe('#vocabulary-reset');
  expect(behind).toEqual([]);
});

test('a role is given only after it was confirmed, holds at once, and is taken away the same way', async ({
  skip,
}) => {
  if (missing) skip(missing);
  const theirs = await browser.newContext();
  onTestFinished(() => theirs.close());
  const other = await theirs.newPage();
  await signInAt(url, other, username, passwordOfAll);
  const { page, behind } = await adminPage('/admin#people');
  const form = page.getByRole('form', { name: 'People' });
  await form.getByLabel('Username or e-mail').fill(username);
  await form.getByRole('button', { name: 'Find' }).click();
  const role = page.getByRole('combobox', { name: `Role of ${username}` });
  const dialog = page.getByRole('dialog', { name: `Make ${username} an employee?` });

  await role.selectOption('employee');
  await dialog.getByText('They are signed out everywhere').waitFor();
  expect(await faultsShown(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Leave it' }).click();
  await expect.poll(() => role.inputValue()).toBe('user');
  await role.selectOption('employee');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => role.inputValue()).toBe('user');

  await role.selectOption('employee');
  await dialog.getByRole('button', { name: 'Make an employee' }).click();
  await page.getByText(`${username} is an employee now`).waitFor();
  await expect.poll(() => role.inputValue()).toBe('employee');
  // Signed out everywhere: the page that they had open leads to the login.
  await other.goto(`${url}/profile`);
  await other.waitForURL('**/login');

  await role.selectOption('user');
  await page.getByRole('dialog').getByRole('button', { name: 'Make an ordinary user' }).click();
  await page.getByText(`${username} is an ordinary user now`).waitFor();
  expect(behind).toEqual([]);
});

test('the desk shows questions, health, read models and the level policy, and no action', async ({
  skip,
}) => {
  if (missing) skip(missing);
  const { page, behind } = await adminPage('/admin');
  await page.goto(`${url}/desk`);
  await page.getByRole('heading', { name: 'desk', exact: true }).waitFor();
  const table = page.getByRole('table', { name: 'Read models' });
  await table.getByText('Vocabulary entries').waitFor();
  await expect.poll(() => table.getByRole('button').count()).toBe(0);
  await expect
    .poll(() => page.locator('main section > header h2').allInnerTexts())
    .toEqual(['Questions', 'Health', 'Read models', 'Level policy']);
  await page.getByLabel('Book title').fill('Platero y Yo');
  await page.getByRole('button', { name: 'Check health' }).click();
  await page.getByText('Total missing sentences: 0').waitFor();
  expect(await faultsShown(page)).toEqual([]);
  expect(behind).toEqual([]);
});

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { firstLoad, limits } from '../tooling/testing/page-weight.ts';
import { answering } from './answering.ts';
import { credentialsOf, missingBrowser, openBrowser, signIn } from './browser.ts';
import { faultsShown, watchForFaults } from './faults.ts';

/** What the learner knows, and what comes next: by keyboard, by touch, and when a figure does not load. */

const missing = missingBrowser();
const url = inject('appUrl');
const book = 'pu5nd2';
let browser: Browser;

beforeAll(async () => {
  if (missing) return;
  browser = await openBrowser();
  await readTwoSentences();
});
afterAll(() => browser?.close());

/** What the learner has met when the tests begin. */
let met: readonly { readonly level: string }[] = [];

/** Two sentences are read; what is asked first in the first one is answered right, its first word until it is known. */
async function readTwoSentences(): Promise<void> {
  const { get, sentencesOf, answer, goTo, shownBy } = await answering(await credentialsOf('learner'), url);
  const [first, , third] = await sentencesOf(book);
  if (!first || !third) throw new Error('the chapter is too short');
  const asked = first.words.slice(0, 3).map(({ question }) => ({ question, chosen: 0 }));
  for (const words of [3, 2, 1, 1]) await answer(first, asked.slice(0, words), 60_000);
  await goTo(third);
  await shownBy(
    '/vocabularies/chapters',
    '/vocabularies/coverage',
    '/vocabularies/activity',
    '/users/profile',
    '/vocabularies',
  );
  met = await get('/vocabularies');
}

async function opened(options: Parameters<Browser['newContext']>[0]) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const behind = watchForFaults(page);
  await signIn(page, 'learner');
  await page.goto(`${url}/progress`);
  await map(page).waitFor();
  return { page, behind, close: () => context.close() };
}

/** The first chapter of the book, in the map. */
const map = (page: Page) => page.getByRole('region', { name: /^Platero, / });

test('the arrows move through the cells, the line says which sentence it is, and Enter opens it', async ({
  skip,
}) => {
  if (missing) skip(missing);
  const { page, behind, close } = await opened({ viewport: { width: 1280, height: 900 } });
  const cells = map(page).getByRole('link', { name: /^Sentence/ });
  const stops = await cells.evaluateAll(all => all.filter(one => (one as HTMLElement).tabIndex === 0).length);
  expect(stops).toBe(1);
  await map(page).locator('[aria-current]').focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await map(page).locator('q').waitFor();
  await map(page)
    .getByText(/^Sentence 2: \d+ of \d+ fragments known|Sentence 2: /)
    .waitFor();
  expect(await faultsShown(page)).toEqual([]);
  const second = await map(page).locator('q').innerText();
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/sv/${book}/1**`);
  await page.getByRole('button', { name: 'Start' }).click();
  await expect
    .poll(async () => (await page.locator('main').innerText()).replaceAll(/\s/g, ''))
    .toContain(second.replaceAll(/\s/g, '').slice(0, 20));
  expect(behind).toEqual([]);
  await close();
});

test('the few fragments that bring the chapter on are reviewed', async ({ skip }) => {
  if (missing) skip(missing);
  const { page, behind, close } = await opened({ viewport: { width: 375, height: 812 } });
  await page
    .getByRole('heading', { name: /^You know \d+ % of Platero\. Th.+ (brings?) it to \d+ %\.$/ })
    .waitFor();
  await page.getByRole('link', { name: /^Learn th/ }).click();
  await page.waitForURL('**/review?fragments=**');
  await page.getByRole('heading', { name: 'For your next chapter' }).waitFor();
  await page.getByRole('button', { name: 'Start' }).click();
  await page.locator('[data-card="asked"]').first().waitFor();
  expect(behind).toEqual([]);
  await close();
});

test('on a small phone the first tap shows the line, the list is the other way in, and nothing runs over', async ({
  skip,
}) => {
  if (missing) skip(missing);
  const { page, behind, close } = await opened({
    viewport: { width: 320, height: 640 },
    hasTouch: true,
    isMobile: true,
  });
  expect(await faultsShown(page)).toEqual([]);
  await map(page)
    .getByRole('link', { name: /^Sentence 4:/ })
    .tap();
  await map(page).locator('q').waitFor();
  await expect.poll(() => new URL(page.url()).pathname).toBe('/progress');
  await page.getByRole('button', { name: 'List' }).click();
  await map(page)
    .getByText(/^\d+ sentences$/)
    .click();
  await map(page)
    .getByRole('link', { name: /Sentence 4:/ })
    .waitFor();
  expect(await faultsShown(page)).toEqual([]);
  expect(behind).toEqual([]);
  await close();
});

test('the curve, its table, and the difference to a day say the same', async ({ skip }) => {
  if (missing) skip(missing);
  const { page, behind, close } = await opened({ viewport: { width: 1280, height: 900 } });
  const figure = page.getByRole('region', { name: 'What you know' });
  await figure.getByRole('img', { name: /^Known count from / }).waitFor();
  await figure.getByText(/^Your known count on/).waitFor();
  await figure.getByRole('button', { name: 'Table' }).click();
  await figure.getByRole('columnheader', { name: 'Known count' }).waitFor();
  await figure.getByLabel('Time').selectOption('all');
  await figure.getByRole('row').nth(1).waitFor();
  expect(await faultsShown(page)).toEqual([]);
  expect(behind).toEqual([]);
  await close();
});

test('the page says what the known count is, and leads to the fragments that it adds up', async ({
  skip,
}) => {
  if (missing) skip(missing);
  const { page, behind, close } = await opened({ viewport: { width: 1280, height: 900 } });
  const counted = met.filter(({ level }) => level !== 'I');
  const thirds = counted.reduce((sum, { level }) => sum + ['I', 'II', 'III', 'IV'].indexOf(level), 0);
  await page.getByText(`Your known count is ${Math.floor(thirds / 3)}.`).waitFor();
  await page.getByText('A fragment is known at level IV and counts 1.').waitFor();
  await page.getByRole('link', { name: 'See which' }).click();
  await page.getByRole('list', { name: 'Words' }).waitFor();
  await expect
    .poll(() => page.getByLabel('State').locator('option:checked').textContent())
    .toBe(`In your known count (${counted.length})`);
  await expect.poll(() => page.locator('[data-row]').count()).toBe(counted.length);
  expect(behind).toEqual([]);
  await close();
});

test('far from Greenwich the page says when its days begin', async ({ skip }) => {
  if (missing) skip(missing);
  const { page, close } = await opened({ timezoneId: 'Asia/Tokyo' });
  await page
    .getByRole('region', { name: 'What you know' })
    .getByText('A new day begins at 09:00 here.')
    .waitFor();
  await close();
});

test('weeks of reading can be hidden, and come back from the settings', async ({ skip }) => {
  if (missing) skip(missing);
  const { page, behind, close } = await opened({ viewport: { width: 375, height: 812 } });
  const weeks = page.getByRole('region', { name: 'Weeks of reading' });
  await weeks.getByRole('img', { name: /^Minutes in each of one week: / }).waitFor();
  await weeks.getByRole('button', { name: 'Hide this' }).click();
  await weeks.waitFor({ state: 'detached' });
  await page.reload();
  await map(page).waitFor();
  await expect.poll(() => weeks.count()).toBe(0);
  await page.goto(`${url}/settings`);
  const saved = page.waitForResponse(response => response.url().endsWith('/users/settings'));
  await page.getByRole('switch', { name: /Weeks of reading/ }).click();
  expect((await saved).status()).toBe(200);
  await page.goto(`${url}/progress`);
  await weeks.waitFor();
  expect(behind).toEqual([]);
  await close();
});

test('a figure that does not load says so and tries again; the others stand', async ({ skip }) => {
  if (missing) skip(missing);
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  await signIn(page, 'learner');
  await page.route('**/vocabularies/coverage', route =>
    route.fulfill({ status: 400, contentType: 'application/json', body: '{"message":"away"}' }),
  );
  await page.goto(`${url}/progress`);
  await map(page).waitFor();
  await page.getByText('This did not load.').waitFor();
  await page.unroute('**/vocabularies/coverage');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: /^You know \d+ %/ }).waitFor();
  await context.close();
});

test('the page is light', async ({ skip }) => {
  if (missing) skip(missing);
  const context = await browser.newContext();
  const page = await context.newPage();
  await signIn(page, 'learner');
  const { scripts } = await firstLoad(page, `${url}/progress`);
  expect(scripts).toBeLessThan(limits.reader);
  await context.close();
});

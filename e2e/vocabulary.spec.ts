import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { answering } from './answering.ts';
import { credentialsOf, missingBrowser, openBrowser, signIn } from './browser.ts';
import { faultsShown, watchForFaults } from './faults.ts';

/** What the learner has met: searched, marked, undone, and each word's story, by keyboard and on a phone. */

const missing = missingBrowser();
const url = inject('appUrl');
let browser: Browser;

beforeAll(async () => {
  if (missing) return;
  browser = await openBrowser();
  await answerFirstSentences();
});
afterAll(() => browser?.close());

/** Some sentences of every book of the library are answered, one question in five wrong. */
async function answerFirstSentences(): Promise<void> {
  const { get, sentencesOf, answer, shownBy } = await answering(await credentialsOf('learner'), url);
  for (const { id } of await get<{ id: string }[]>('/books'))
    for (const sentence of (await sentencesOf(id)).slice(0, 4)) {
      const answers = sentence.words.map(({ question }, place) => ({
        question,
        chosen: place % 5 === 4 ? 1 : 0,
      }));
      if (answers.length > 0) await answer(sentence, answers, 1_200);
    }
  await shownBy('/vocabularies/words', '/vocabularies');
}

async function opened(viewport: { width: number; height: number }) {
  const context = await browser.newContext({ viewport });
  const page = await context.newPage();
  const behind = watchForFaults(page);
  await signIn(page, 'learner');
  await page.goto(`${url}/vocabulary`);
  await page.getByRole('list', { name: 'Words' }).waitFor();
  return { page, behind, close: () => context.close() };
}

test('search, mark and undo by keyboard', async ({ skip }) => {
  if (missing) skip(missing);
  const { page, behind, close } = await opened({ width: 1280, height: 900 });
  await page.keyboard.press('/');
  await page.keyboard.type('qqq');
  await page.waitForURL(/q=qqq/);
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.waitForURL(url => !url.search.includes('q='));

  await page.getByLabel('Search').press('ArrowDown');
  const first = page.locator('[data-row]').first();
  await first.locator('[data-head]:focus').waitFor();
  await page.keyboard.press('Space');
  await page.keyboard.press('Shift+ArrowDown');
  await page.getByText('2 words picked').waitFor();
  const saved = page.waitForResponse(response => response.url().endsWith('/vocabularies/fragments'));
  await page.keyboard.press('k');
  expect((await saved).status()).toBe(200);
  await page.getByText('2 words marked known').waitFor();
  await expect.poll(() => first.textContent()).toContain('known');

  const undone = page.waitForResponse(response => response.url().endsWith('/vocabularies/undo'));
  await page.keyboard.press('u');
  expect((await undone).status()).toBe(200);
  await page.getByText('Undone').waitFor();
  await expect.poll(() => first.textContent()).not.toContain('known');
  await page.reload();
  await page.getByRole('list', { name: 'Words' }).waitFor();
  await expect.poll(() => page.locator('[data-row]').first().textContent()).not.toContain('known');
  expect(behind).toEqual([]);
  await close();
});

test('the ring of a focused row is around its text, not through it', async ({ skip }) => {
  if (missing) skip(missing);
  for (const width of [1280, 375]) {
    const { page, close } = await opened({ width, height: 740 });
    await page.getByLabel('Search').press('ArrowDown');
    const row = page.locator('[data-row]').first();
    await row.locator('[data-head]:focus-visible').waitFor();
    const ring = await row.evaluate(element => {
      const head = element.querySelector('[data-head]') as HTMLElement;
      const text = document.createRange();
      text.selectNodeContents(head.parentElement as HTMLElement);
      const [around, inside] = [element.getBoundingClientRect(), text.getBoundingClientRect()];
      const inner = getComputedStyle(head, '::after').outlineStyle;
      const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(element);
      const reach = Number.parseFloat(outlineOffset);
      return {
        inner,
        outer: outlineStyle,
        width: outlineWidth,
        room: Math.min(inside.left - around.left, around.right - inside.right) + reach,
      };
    });
    expect(ring).toMatchObject({ inner: 'none', outer: 'solid', width: '3px' });
    expect(ring.room).toBeGreaterThan(3);
    await close();
  }
});

test('when each word is asked next is said, also of one just marked, and what is due is found', async ({
  skip,
}) => {
  if (missing) skip(missing);
  const { page, behind, close } = await opened({ width: 1280, height: 900 });
  const marked = page.locator('[data-row]').first();
  await marked.locator('[data-head]').focus();
  await page.keyboard.press('k');
  await marked.getByText('known').waitFor();
  await page.keyboard.press('s');
  await marked.getByText(/^(today|tomorrow|in .+)$/).waitFor();
  // What was answered just now is due in some hours at the earliest.
  await page
    .getByText(/^(today|tomorrow)$/)
    .first()
    .waitFor();
  await page.getByLabel('Order').selectOption('due');
  await page.waitForURL(/sort=due/);
  await page
    .getByText(/^(today|tomorrow)$/)
    .first()
    .waitFor();
  await page
    .locator('[data-row]')
    .first()
    .getByText(/^(due|today|tomorrow)$/)
    .waitFor();
  await page.getByLabel('State').selectOption('due');
  await page.waitForURL(/state=due/);
  await expect
    .poll(() => page.getByLabel('State').locator('option:checked').textContent())
    .toMatch(/^Due for review \(\d+\)$/);
  expect(await faultsShown(page)).toEqual([]);
  expect(behind).toEqual([]);
  await close();
});

test("a word's story says why, sets levels, and undoes a step", async ({ skip }) => {
  if (missing) skip(missing);
  const { page, behind, close } = await opened({ width: 1280, height: 900 });
  await page.getByLabel('Order').selectOption('missed');
  await page.waitForURL(/sort=missed/);
  await page.locator('[data-head]').first().click();
  await page.waitForURL(/story=/);
  const story = page.getByRole('complementary');
  await story.getByText('Its story').waitFor();
  await story.getByText(/Right (once|twice|.+ times)|Met with an answer/).waitFor();
  await expect.poll(() => story.locator('mark').count()).toBeGreaterThan(0);
  await expect.poll(() => story.getByRole('link').first().getAttribute('href')).toMatch(/^\/sv\/\w+\/1#\w+$/);
  expect(await faultsShown(page)).toEqual([]);

  // Whatever its level was, the second one moves it.
  await story.getByRole('button', { name: 'II', exact: true }).click();
  await story.getByRole('button', { name: 'II', exact: true, pressed: true }).waitFor();
  await story.getByRole('button', { name: 'IV, known' }).click();
  await story.getByText('You marked it known').waitFor();
  await story.getByText(/Known since/).waitFor();
  await story.getByRole('button', { name: /^Undo: You marked it known/ }).click();
  await story.getByText('You undid a step').waitFor();
  await page.getByText('Step undone').waitFor();
  await expect.poll(() => story.getByText('undone', { exact: true }).count()).toBe(1);
  expect(behind).toEqual([]);
  await close();
});

test('on a small phone a story is a sheet, and nothing runs over', async ({ skip }) => {
  if (missing) skip(missing);
  const { page, behind, close } = await opened({ width: 320, height: 640 });
  expect(await faultsShown(page)).toEqual([]);
  await page.getByRole('checkbox').first().click();
  await page.getByText('1 word picked').waitFor();
  expect(await faultsShown(page)).toEqual([]);
  await page.setViewportSize({ width: 375, height: 740 });
  const picked = await page.getByRole('group', { name: 'What is picked' }).boundingBox();
  expect((picked?.x ?? 375) + (picked?.width ?? 0)).toBeLessThanOrEqual(375);
  await page.setViewportSize({ width: 320, height: 640 });
  await page.getByRole('button', { name: 'Pick none' }).click();
  await page.locator('[data-head]').first().click();
  const sheet = page.getByRole('dialog');
  await sheet.getByText('Its story').waitFor();
  expect(await faultsShown(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  await expect.poll(() => page.url()).not.toContain('story=');
  expect(behind).toEqual([]);
  await close();
});

test('without a network a mark waits, the banner counts it, and it is sent though the page was closed', async ({
  skip,
}) => {
  if (missing) skip(missing);
  const { page, close } = await opened({ width: 1280, height: 900 });
  await page.getByLabel('State').selectOption('seen');
  await page.getByRole('status').filter({ hasText: 'found' }).waitFor();
  await page.context().setOffline(true);
  await page.getByRole('checkbox').first().click();
  await page.keyboard.press('s');
  await page.getByText(/^1 word is seen already/).waitFor();
  await page.getByRole('checkbox').first().click();
  await page.keyboard.press('k');
  await page.getByText('1 mark waits until the server can be reached.').waitFor();
  expect(await faultsShown(page)).toEqual([]);
  const later = await page.context().newPage();
  await page.close();
  await later.context().setOffline(false);
  const saved = later.waitForResponse(response => response.url().endsWith('/vocabularies/fragments'));
  await later.goto(`${url}/library`);
  expect((await saved).status()).toBe(200);
  await close();
});

import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { readerPath } from '../tooling/testing/page-weight.ts';
import { accessibilityFaults, rulesOfColour } from './axe.ts';
import { missingBrowser, openBrowser, signIn } from './browser.ts';
import { faultsShown, overflow, showTheme, watchForFaults } from './faults.ts';
import { type Answers, collectAnswers, keyOf } from './reader-answers.ts';
import { card, closeDialog, goOnUntil, stateOf } from './reader-steps.ts';

/**
 * Every state of the reader in every theme and in forced colours, on a phone, reached with real answers; and what opens
 * upon it in the light and the dark, as everywhere.
 */

const missing = missingBrowser();
let browser: Browser;

beforeAll(async () => {
  if (!missing) browser = await openBrowser();
});
afterAll(() => browser?.close());

const ready = (page: Page, state = '') => page.locator(`${card}${state}:not([data-cooling])`).waitFor();
const begin = (page: Page) => page.getByRole('button', { name: 'Start' }).click();

/** The chapter behind its start summary. */
async function openChapter(before?: (page: Page) => Promise<unknown>, options: BrowserContextOptions = {}) {
  const context = await browser.newContext({ viewport: { width: 375, height: 740 }, ...options });
  const page = await context.newPage();
  const behind = watchForFaults(page);
  await signIn(page, 'learner');
  await before?.(page);
  const answers = collectAnswers(page);
  await page.goto(inject('appUrl') + readerPath);
  await page.getByRole('button', { name: 'Start' }).waitFor();
  return { page, answers, behind };
}

/** Everything in the light; the other themes are the same page in other colours. */
async function faultsInEveryTheme(page: Page): Promise<readonly string[]> {
  await showTheme(page, 'light');
  const found = [...(await overflow(page)), ...(await accessibilityFaults(page))];
  const lookAtColours = async (name: string) => {
    for (const fault of await accessibilityFaults(page, rulesOfColour)) found.push(`${name}: ${fault}`);
  };
  for (const theme of ['dark', 'sepia', 'contrast']) {
    await showTheme(page, theme);
    await lookAtColours(theme);
  }
  await page.emulateMedia({ forcedColors: 'active' });
  await lookAtColours('forced colours');
  await page.emulateMedia({ forcedColors: 'none' });
  return found;
}

/** Lets `stretchTimers` hold what passes by itself for as long as it is looked at. */
const stretchable = (page: Page) =>
  page.addInitScript(() => {
    const start = window.setTimeout;
    const stretched = (milliseconds = 0) =>
      'stretched' in document.documentElement.dataset && milliseconds >= 500 ? 1e8 : milliseconds;
    Object.assign(window, {
      setTimeout: (run: () => void, milliseconds?: number, ...given: unknown[]) =>
        start(run, stretched(milliseconds), ...given),
    });
  });
const stretchTimers = (page: Page) =>
  page.evaluate(() => {
    document.documentElement.dataset['stretched'] = '';
  });

async function answer(page: Page, answers: Answers, right: boolean) {
  await ready(page, '[data-card="asked"]');
  await page.keyboard.press(await keyOf(page, answers, right));
}

const heading = (page: Page) => page.locator(`${card} h2`).first().textContent();

test('the start, a question and all that opens upon it, a right answer that is held, and a wrong one', async ({
  skip,
}) => {
  if (missing) skip(missing);
  const { page, answers, behind } = await openChapter();
  expect(await faultsInEveryTheme(page), 'start').toEqual([]);
  await begin(page);
  await ready(page);
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Type, theme and keys' }).click();
  await dialog.waitFor();
  expect(await faultsInEveryTheme(page), 'type panel').toEqual([]);
  await dialog.getByRole('button', { name: 'Help' }).click();
  await page.getByRole('button', { name: 'Show me step by step' }).click();
  await page.getByRole('button', { name: 'Skip' }).waitFor();
  expect(await faultsInEveryTheme(page), 'tutorial').toEqual([]);
  await page.getByRole('button', { name: 'Skip' }).click();
  await page.locator('main h2:focus').waitFor();
  expect(await faultsInEveryTheme(page), 'asked').toEqual([]);
  await page.getByRole('button', { name: 'Report an issue' }).click();
  await dialog.waitFor();
  expect(await faultsShown(page), 'report').toEqual([]);
  await page.getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /the chapter so far/ }).click();
  await dialog.waitFor();
  expect(await faultsShown(page), 'the chapter so far').toEqual([]);
  await closeDialog(page);

  await answer(page, answers, true);
  await page.keyboard.press('e');
  await ready(page, '[data-card="held"]');
  expect(await faultsInEveryTheme(page), 'held').toEqual([]);
  await page.keyboard.press('Enter');
  await answer(page, answers, false);
  await ready(page, '[data-card="wrong"]');
  await page.locator('main').getByText('Your Answer:').waitFor();
  expect(await faultsInEveryTheme(page), 'wrong').toEqual([]);
  await page.getByRole('button', { name: 'Camino, exit to the library' }).click();
  await page.getByRole('button', { name: 'Exit anyway' }).waitFor();
  expect(await faultsShown(page), 'exit').toEqual([]);
  await page.getByRole('button', { name: 'Stay' }).click();
  expect(behind).toEqual([]);
  await page.context().close();
});

test('a right answer that goes on by itself', async ({ skip }) => {
  if (missing) skip(missing);
  const { page, answers } = await openChapter(stretchable);
  await begin(page);
  await ready(page, '[data-card="asked"]');
  const key = await keyOf(page, answers, true);
  await stretchTimers(page);
  await page.keyboard.press(key);
  await page.locator(`${card}[data-card="right"]`).waitFor();
  expect(await faultsInEveryTheme(page)).toEqual([]);
  await page.context().close();
});

test('the question of a clause, the story of a word, a sentence that is read, and the summary behind it', async ({
  skip,
}) => {
  if (missing) skip(missing);
  const { page, behind } = await openChapter(opened => opened.clock.install());
  await begin(page);
  await goOnUntil(page, async () => !!(await heading(page))?.startsWith('What does the underlined clause'));
  expect(await faultsInEveryTheme(page), 'clause').toEqual([]);
  await page.locator('[data-word]').last().click();
  await page.getByRole('dialog').waitFor();
  expect(await faultsInEveryTheme(page), 'story').toEqual([]);
  await closeDialog(page);
  await goOnUntil(page, async () => (await stateOf(page)) === 'read');
  await page.getByRole('heading', { name: 'Sentence Translation:' }).waitFor();
  expect(await faultsInEveryTheme(page), 'sentence').toEqual([]);
  await page.getByRole('button', { name: 'End', exact: true }).click();
  await page.getByRole('heading', { name: /^Summary of Your Progress/ }).waitFor();
  expect(await faultsInEveryTheme(page), 'end').toEqual([]);
  expect(behind).toEqual([]);
  await page.context().close();
});

/** The words of the sentence that are drawn in the colour of errors, and those with a cross. */
const marksOfErrors = (page: Page) =>
  page.locator('[data-word]').evaluateAll(words => {
    const probe = document.body.appendChild(document.createElement('i'));
    const colourOf = (token: string) => {
      probe.style.color = `var(${token})`;
      return getComputedStyle(probe).color;
    };
    const errors = [colourOf('--wrong'), colourOf('--wrong-soft')];
    probe.remove();
    const isRed = (value: string) => errors.some(colour => value.includes(colour));
    const texts = (found: readonly Element[]) => found.map(word => word.textContent);
    return {
      red: texts(
        words.filter(word => {
          const { backgroundColor, boxShadow, textDecoration } = getComputedStyle(word);
          return isRed(`${backgroundColor} ${boxShadow} ${textDecoration}`);
        }),
      ),
      crosses: texts(words.filter(word => isRed(getComputedStyle(word, '::after').backgroundColor))),
    };
  });

test("'I don't know yet' is drawn as no error; a clause answered wrong keeps its cross to the end of the sentence", async ({
  skip,
}) => {
  if (missing) skip(missing);
  const { page, answers } = await openChapter(opened => opened.clock.install());
  await begin(page);
  await page.clock.fastForward(600);
  await ready(page, '[data-card="asked"]');
  await page.keyboard.press('0');
  await ready(page, '[data-card="wrong"]');
  await expect.poll(() => page.locator('[data-mark="unknown"]').count()).toBe(1);
  expect(await marksOfErrors(page)).toEqual({ red: [], crosses: [] });
  await goOnUntil(page, async () => !!(await heading(page))?.startsWith('What does the underlined clause'));
  expect(await marksOfErrors(page)).toEqual({ red: [], crosses: [] });
  const clause = await page.locator('[data-clause="whole"] [data-word]').allTextContents();
  await page.keyboard.press(await keyOf(page, answers, false));
  await goOnUntil(page, async () => (await stateOf(page)) === 'read');
  await expect.poll(() => marksOfErrors(page)).toEqual({ red: clause, crosses: clause.slice(-1) });
  const last = page.locator('[data-result="wrong"] [data-word]').last();
  expect(
    await last.evaluate(word =>
      word
        .getAttribute('aria-describedby')
        ?.split(' ')
        .map(id => document.getElementById(id)?.textContent),
    ),
  ).toContain('clause answered wrong');
  await page.context().close();
});

test('a level that is reached', async ({ skip }) => {
  if (missing) skip(missing);
  const { page } = await openChapter(
    async opened => {
      await stretchable(opened);
      // A step before the next level, wherever the learner stands.
      await opened.route('**/vocabularies/user-known-fragment-count', route =>
        route.fulfill({ json: { knownCount: 249.9 } }),
      );
    },
    // With the confetti.
    { reducedMotion: 'no-preference' },
  );
  await begin(page);
  await ready(page);
  await stretchTimers(page);
  await page.locator('[data-word]').last().click();
  await page.getByRole('dialog').getByRole('button', { name: 'IV known' }).last().click();
  await page.getByRole('heading', { name: 'You have reached A0.2' }).waitFor();
  await page.getByRole('button', { name: 'Stop the confetti' }).click();
  expect(await faultsInEveryTheme(page)).toEqual([]);
  await page.context().close();
});

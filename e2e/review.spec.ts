import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { testsInOrder } from '../tooling/testing/in-order.ts';
import { firstLoad, limits } from '../tooling/testing/page-weight.ts';
import { answering } from './answering.ts';
import { accessibilityFaults } from './axe.ts';
import { credentialsOf, loginAs, missingBrowser, openBrowser } from './browser.ts';

/** A review of what was missed, in a real browser. */

const missing = missingBrowser();
const url = inject('appUrl');
const book = 'pu5nd2';
/** Its first chapter begins with a sentence of 33 words. */
const longBook = 'pywrvr';
const mistakes = `${url}/review?book=${book}&chapter=1`;
let browser: Browser;
let page: Page;

testsInOrder();
beforeAll(async () => {
  if (missing) return;
  browser = await openBrowser();
  const context = await browser.newContext({ viewport: { width: 375, height: 812 } });
  page = await context.newPage();
  await loginAs(page, 'learner');
});
afterAll(() => browser?.close());

/** The first sentences of a chapter are read, and a word in each of some of them was answered wrong. */
async function miss(book: string, most: number): Promise<void> {
  const { sentencesOf, answer, goTo, shownBy } = await answering(await credentialsOf('learner'), url);
  const sentences = await sentencesOf(book);
  const stems = new Set<string>();
  for (const sentence of sentences.slice(0, 8)) {
    if (stems.size === most) break;
    const word = sentence.words.find(({ position, stem }) => position > 2 && !stems.has(stem));
    if (!word) continue;
    stems.add(word.stem);
    await answer(sentence, [{ question: word.question, chosen: null }]);
  }
  const [, , , , , , , , ninth] = sentences;
  if (!ninth) throw new Error('the chapter is too short');
  await goTo(ninth);
  await shownBy(`/vocabularies/review?bookId=${book}&chapter=1`, '/vocabularies', '/users/profile');
}

/** The card that is asked or answered, not one that slides out. */
const card = () => page.locator('[data-question]:not([inert] *)');
const asked = () => page.locator('[data-card="asked"]:not([inert] *):not([data-cooling])');
const count = () =>
  page
    .locator('header')
    .getByText(/of \d+/)
    .innerText();

test('what was missed is asked again in its sentence, and the end says what comes back', async ({ skip }) => {
  if (missing) skip(missing);
  await miss(book, 3);
  await page.goto(mistakes);
  await page.getByRole('heading', { name: 'What you missed in Platero y Yo, chapter 1' }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Start' }).click();
  await asked().waitFor();
  await expect.poll(() => page.title()).toContain('Review');
  await expect
    .poll(() => page.getByText('Why today?').locator('..').innerText())
    .toMatch(/^Why today\? You missed .+ good moment to ask again\.$/);
  expect(await accessibilityFaults(page)).toEqual([]);

  // A wrong answer shows what is right, and U takes it back.
  await page.keyboard.press('0');
  await page.locator('[data-card="wrong"]').waitFor();
  await page.keyboard.press('u');
  await asked().waitFor();
  await expect.poll(() => count()).toMatch(/^1 of/);
  // A right answer goes on by itself.
  const right = await rightOption();
  await right.click();
  await page.locator('header').getByText(/^2/).waitFor();
  await asked().waitFor();
  await page.keyboard.press('0');
  await page.locator('[data-card="wrong"]:not([data-cooling])').waitFor();
  await page.keyboard.press('Enter');
  await asked().waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { name: /^That’s all for/ }).waitFor();
  await page.getByText('Two questions, in', { exact: false }).waitFor();
  await page.getByText('One comes back soon').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
});

/** Of the question that is asked: the one option that is right, found by trying. */
async function rightOption() {
  const id = await card().getAttribute('data-question');
  const texts = await page.evaluate(
    async ([book, id]) => {
      const { accessToken } = await (await fetch('/auth/refresh')).json();
      const reply = await fetch(`/vocabularies/review?bookId=${book}&chapter=1&limit=20`, {
        headers: { Authorization: `Bearer ${accessToken}` },
      });
      const { questions } = await reply.json();
      return questions.find((one: { id: string }) => one.id === id)?.options[0].text as string;
    },
    [book, id ?? ''],
  );
  return card()
    .locator('ol button')
    .filter({ hasText: texts.split(',')[0] ?? texts })
    .first();
}

test('answers wait while there is no connection, and arrive when it is back', async ({ skip }) => {
  if (missing) skip(missing);
  await page.goto(mistakes);
  await page.getByRole('button', { name: 'Start' }).click();
  await asked().waitFor();
  await page.context().setOffline(true);
  await page.keyboard.press('0');
  await page.locator('[data-card="wrong"]:not([data-cooling])').waitFor();
  await page.keyboard.press('Escape');
  await page.getByText('offline, 1 waiting').waitFor();
  const stored = page.waitForResponse(reply => reply.url().endsWith('/answers') && reply.status() === 200);
  await page.context().setOffline(false);
  await stored;
  await page.getByText('offline, 1 waiting').waitFor({ state: 'detached' });
});

test('nothing due: read on', async ({ skip }) => {
  if (missing) skip(missing);
  await page.goto(`${url}/review?day=2020-02-02`);
  await page.getByRole('heading', { name: 'No mistake is left here.' }).waitFor();
  await page.goto(`${url}/review`);
  await page.getByRole('heading', { name: 'Nothing is due. Read on.' }).waitFor();
  await page.getByText(/^Words come back when most people would forget them\./).waitFor();
  await expect
    .poll(() => page.getByRole('link', { name: /^Read on: / }).getAttribute('href'))
    .toMatch(/^\/sv\//);
  expect(await accessibilityFaults(page)).toEqual([]);
  // The learner's own day: these places are never on the same one.
  for (const timezoneId of ['Pacific/Niue', 'Pacific/Kiritimati']) {
    const context = await browser.newContext({ timezoneId });
    const there = await context.newPage();
    const today = () => new Intl.DateTimeFormat('en-CA', { timeZone: timezoneId }).format();
    const before = today();
    await loginAs(there, 'learner');
    await there.goto(`${url}/review`);
    const way = await there.getByRole('link', { name: 'Today’s mistakes' }).getAttribute('href');
    expect([before, today()].map(day => `/review?day=${day}`)).toContain(way);
    await context.close();
  }
  await page.getByRole('link', { name: 'Today’s mistakes' }).click();
  await page.waitForURL(/\/review\?day=\d{4}-\d\d-\d\d$/);
  await page.getByRole('heading', { name: /^What you missed on|^No mistake is left here/ }).waitFor();
});

test('a sentence of 33 words and its three options fit a phone', async ({ skip }) => {
  if (missing) skip(missing);
  await miss(longBook, 1);
  await page.setViewportSize({ width: 375, height: 812 });
  await page.goto(`${url}/review?book=${longBook}&chapter=1`);
  await page.getByRole('button', { name: 'Start' }).click();
  await asked().waitFor();
  const words = await page.locator('main p[lang="es"] > span').count();
  expect(words).toBeGreaterThanOrEqual(30);
  const third = await asked().locator('ol button').nth(2).boundingBox();
  const level = await page.locator('footer').boundingBox();
  expect((third?.y ?? 999) + (third?.height ?? 0)).toBeLessThanOrEqual(Math.min(812, level?.y ?? 812));
});

test('the page fits 320 px, and loads no more than the reader', async ({ skip }) => {
  if (missing) skip(missing);
  await page.setViewportSize({ width: 320, height: 568 });
  await page.goto(mistakes);
  await page.getByRole('button', { name: 'Start' }).click();
  await asked().waitFor();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { name: /^That’s all for/ }).waitFor();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  const { scripts } = await firstLoad(page, `${url}/review`);
  expect(scripts).toBeLessThan(limits.reader);
});

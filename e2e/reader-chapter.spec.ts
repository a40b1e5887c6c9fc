import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { readerPath } from '../tooling/testing/page-weight.ts';
import { missingBrowser, openBrowser, signIn } from './browser.ts';
import { collectAnswers } from './reader-answers.ts';
import { card, found, gone } from './reader-steps.ts';

/** What a whole chapter costs on a phone in scrolling, movement and keys, when every question is answered wrong. */

const missing = missingBrowser();
const screen = { width: 375, height: 740 };
let browser: Browser;

beforeAll(async () => {
  if (!missing) browser = await openBrowser();
});
afterAll(() => browser?.close());

/** The card as it lies on the screen: pixels from its top, and by which the page is scrolled. */
const seen = (page: Page) =>
  page.evaluate(selector => {
    const shown = document.querySelector<HTMLElement>(selector);
    const options = [...(shown?.querySelectorAll('ol button') ?? [])];
    const boxes = options.map(option => option.getBoundingClientRect());
    return {
      card: shown?.dataset['card'],
      question: shown?.dataset['question'] ?? '',
      options: options.map(option => option.querySelector('kbd + span')?.textContent?.trim() ?? ''),
      first: boxes[0]?.top ?? 0,
      last: boxes.at(-1)?.bottom ?? 0,
      scrolled: scrollY,
      content: document.documentElement.scrollHeight,
      sentence: document.querySelector('[role="meter"]')?.getAttribute('aria-valuetext')?.split(',')[0],
      isOver: document.body.textContent?.includes('This is the end of chapter'),
    };
  }, card);

test('all wrong, a chapter asks for two keys a question and no scrolling, and its options stay where they are', async ({
  skip,
}) => {
  if (missing) skip(missing);
  const page = await (await browser.newContext({ viewport: screen })).newPage();
  await signIn(page, 'learner');
  const answers = collectAnswers(page);
  await page.clock.install();
  await page.goto(inject('appUrl') + readerPath);
  await page.getByRole('button', { name: 'Start' }).click();

  let questions = 0;
  let keys = 0;
  const scrolledWhileAsked: number[] = [];
  const scrolledByShortAnswers: number[] = [];
  const scrolledByLongAnswers: number[] = [];
  const moved: number[] = [];
  let before: { readonly sentence: string | undefined; readonly first: number } | undefined;
  for (;;) {
    // Past the cooldown of the card at once.
    await page.clock.fastForward(600);
    await found(page, `${card}:not([data-cooling])`);
    const { question, options, first, last, scrolled, content, sentence, ...now } = await seen(page);
    if (now.card === 'read') {
      if (now.isOver) break;
      await page.keyboard.press('Enter');
      await gone(page, `${card}[data-card="read"]`);
    } else if (now.card === 'asked') {
      questions += 1;
      scrolledWhileAsked.push(scrolled);
      expect(last, 'third option above the fold').toBeLessThanOrEqual(screen.height);
      if (before?.sentence === sentence) moved.push(Math.abs(first - (before?.first ?? first)));
      before = { sentence, first };
      await expect.poll(() => answers.has(question)).toBe(true);
      const wrong = options.findIndex(option => option !== answers.get(question));
      await page.keyboard.press(String(wrong + 1));
      keys += 1;
      await found(page, `${card}[data-card="wrong"]`);
    } else {
      (content > screen.height ? scrolledByLongAnswers : scrolledByShortAnswers).push(scrolled);
      await page.keyboard.press('Enter');
      keys += 1;
      await gone(page, `${card}[data-question="${question}"][data-card="wrong"]`);
    }
  }
  console.log(
    `${questions} questions, ${keys} keys, ${scrolledByLongAnswers.filter(pixels => pixels > 0).length} answers scrolled by ` +
      `at most ${Math.max(0, ...scrolledByLongAnswers)} px, first option moved by at most ${Math.max(0, ...moved)} px`,
  );
  expect(questions).toBeGreaterThan(100);
  expect(keys / questions, 'keys per question').toBe(2);
  expect(Math.max(...scrolledWhileAsked), 'pixels scrolled while asked').toBe(0);
  expect(Math.max(0, ...scrolledByShortAnswers), 'pixels scrolled after a short answer').toBe(0);
  expect(Math.max(...moved), 'pixels the first option moved within a sentence').toBeLessThanOrEqual(8);
  await page.context().close();
});

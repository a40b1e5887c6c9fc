import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { testsInOrder } from '../tooling/testing/in-order.ts';
import { typographic } from '../web/shared/typographic.ts';
import { answering } from './answering.ts';
import { accessibilityFaults } from './axe.ts';
import { login, missingBrowser, openBrowser } from './browser.ts';
import { mailTo } from './mailbox.ts';
import { card, closeDialog, found, gone } from './reader-steps.ts';

/** The main job of the product: from sign-up to a finished first chapter, by a newcomer in a real browser. */

const missing = missingBrowser();
const url = inject('appUrl');
const password = 'Rocinante-1605';
let browser: Browser;
let page: Page;

testsInOrder();
beforeAll(async () => {
  if (missing) return;
  browser = await openBrowser();
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'no-preference',
  });
  page = await context.newPage();
});
afterAll(() => browser?.close());

test('a newcomer signs up with the rules shown live, verifies the address and logs in', async ({ skip }) => {
  if (missing) skip(missing);
  await page.goto(url);
  await page.getByRole('link', { name: 'Take the Journey' }).first().click();
  await page.getByLabel('Username').fill('al');
  const lengthRule = page.locator('li[data-met]', { hasText: '3-20 characters' });
  await expect.poll(() => lengthRule.getAttribute('data-met')).toBe('false');
  await page.getByLabel('Username').fill('aldonza');
  await expect.poll(() => lengthRule.getAttribute('data-met')).toBe('true');
  await page.getByLabel('Email').fill('aldonza@toboso.example');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password', { exact: true }).fill(password);
  const submit = page.getByRole('button', { name: 'Sign up' });
  await expect.poll(() => submit.isDisabled()).toBe(true);
  // Beside the link to the terms, which opens a page of its own.
  await page.getByRole('checkbox', { name: 'Terms' }).check({ position: { x: 12, y: 20 } });
  await submit.click();
  await page.getByText('please verify you are human').waitFor();
  await page.getByRole('checkbox', { name: 'I am human' }).check();
  await page.getByText('Verified').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await submit.click();
  await page.waitForURL('**/login');
  await page.getByText('Created new user aldonza. Please login with your credentials.').waitFor();

  await page.getByLabel('Username or email').fill('aldonza');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.getByText('Verify aldonza@toboso.example to login to your account, aldonza.').first().waitFor();

  const { links } = await mailTo('aldonza@toboso.example', 'Verify');
  const link = links.find(address => address.includes('/verify-email#'));
  if (!link) throw new Error('the mail has no link');
  await page.goto(link);
  await page.getByText('Type the password you chose when you signed up as aldonza.').waitFor();
  // The secret is gone from the address at once.
  await expect.poll(() => page.url()).toBe(`${url}/verify-email`);
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Verify' }).click();
  await page.getByText('Verified aldonza@toboso.example. Please login, aldonza.').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await login(page, 'aldonza', password);
});

/** The question that is asked, not one that is still sliding out. */
const asking = ':not([inert]) > section[data-question]';
const asked = () => page.locator(asking).getAttribute('data-question');

/** A card that takes answers. */
interface Shown {
  readonly state: string | undefined;
  readonly question: string;
  /** Number of the right option. */
  readonly right: number;
  /** Where the first option begins, in pixels from the top, and by how many the page is scrolled. */
  readonly first: number;
  readonly scrolled: number;
}

/**
 * Waits until the card takes answers: for 500 ms after every change it takes none (spec 9).
 * @param forward the clock is not the browser's own, and is put forward
 */
async function ready(forward = false): Promise<Shown> {
  if (forward) await page.clock.fastForward(500);
  const shown = await found(page, `${card}:not([data-cooling])`);
  return shown.evaluate(section => {
    const { card: state, question = '' } = section.dataset;
    const options = [...section.querySelectorAll('ol button')];
    const right = window.rightAnswers[question];
    return {
      state,
      question,
      right: 1 + options.findIndex(option => option.querySelector(':scope > span')?.textContent === right),
      first: options[0]?.getBoundingClientRect().top ?? 0,
      scrolled: scrollY,
    };
  });
}

async function answer({ question, right }: Shown, key: string, forward = false): Promise<void> {
  await page.keyboard.press(key);
  // A right answer stands for 500 ms only: on a slow machine the next question may be seen first.
  await page.waitForFunction(
    ([selector, id]) => {
      const card = document.querySelector<HTMLElement>(selector);
      return card?.dataset['card'] !== 'asked' || card.dataset['question'] !== id;
    },
    [asking, question] as const,
  );
  if (forward) await page.clock.fastForward(500);
  if (key === String(right)) await gone(page, `${asking}[data-question="${question}"]`);
}

/** What reading costs on a phone: most pixels scrolled while asked, and how often the first option moved over 8 px. */
const measured = { scrolled: 0, jumps: 0 };

/**
 * Answers whatever is asked until the sentence is shown; the first question of a sentence may be answered wrong.
 * @param forward by a clock that is put forward
 */
async function readSentence({
  answerWrongFirst = false,
  forward = false,
}: {
  answerWrongFirst?: boolean;
  forward?: boolean;
}): Promise<{ wrong: number; questions: number }> {
  let [wrong, questions] = [0, 0];
  let option: number | undefined;
  for (;;) {
    const shown = await ready(forward);
    if (shown.state === 'read') {
      await page.getByRole('heading', { name: 'Sentence Translation:' }).waitFor();
      return { wrong, questions };
    }
    questions += 1;
    measured.scrolled = Math.max(measured.scrolled, shown.scrolled);
    if (option !== undefined && Math.abs(shown.first - option) > 8) measured.jumps += 1;
    option = shown.first;
    if (answerWrongFirst && questions === 1) {
      await answer(shown, '0', forward);
      await page.getByText('Correct Solution:').waitFor();
      await page.getByRole('button', { name: 'hide explanation' }).click();
      await page.getByRole('button', { name: 'show explanation' }).waitFor();
      await page.keyboard.press('e');
      wrong += 1;
      await ready(forward);
      await page.getByRole('button', { name: 'Continue' }).click();
      await gone(page, `${asking}[data-card="wrong"]`);
    } else await answer(shown, String(shown.right), forward);
  }
}

/** The right answers by question, from the data the page has loaded; filled in by `learnAnswers`. */
declare global {
  interface Window {
    rightAnswers: Record<string, string>;
  }
}

async function learnAnswers(): Promise<void> {
  const stored = await page.evaluate(async () => {
    const { accessToken } = await (await fetch('/auth/refresh')).json();
    const headers = { Authorization: `Bearer ${accessToken}` };
    const answers: [question: string, right: string][] = [];
    for (const kind of ['WordAnswers', 'ClauseAnswers']) {
      const reply = await fetch(`/answers/Platero%20y%20Yo/ch1/ch1${kind}.json`, { headers });
      const data: Record<string, { _id: string; correctAnswer: string }> = await reply.json();
      for (const { _id, correctAnswer } of Object.values(data)) answers.push([_id, correctAnswer]);
    }
    return answers;
  });
  const shown = stored.map(([question, right]) => [question, typographic(right)]);
  await page.evaluate(answers => {
    window.rightAnswers = answers;
  }, Object.fromEntries(shown));
}

async function openPlatero(): Promise<void> {
  await page.getByRole('link', { name: 'Platero y Yo, all chapters' }).click();
  await page.getByRole('link', { name: /Chapter 1 ·/ }).click();
  await page.getByRole('button', { name: 'Start' }).waitFor();
}

test('the first chapter is read from the first sentence to the last', async ({ skip }) => {
  if (missing) skip(missing);
  // While books load, a message fades in.
  await page.getByRole('link', { name: 'Platero y Yo, all chapters' }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await openPlatero();
  await learnAnswers();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByText('1 / 11').waitFor();

  // A word that is tapped shows its translation and becomes seen.
  await page.getByRole('button', { name: 'peludo', exact: true }).click();
  await page.getByRole('dialog').getByText('shaggy').first().waitFor();
  await page
    .getByRole('dialog')
    .getByText(/The dashed boxes: it comes back in .*blando/)
    .waitFor();
  await page
    .getByRole('group', { name: 'Level of pelud' })
    .getByRole('button', { name: 'I', exact: true, pressed: true })
    .waitFor();
  await closeDialog(page);
  expect(await accessibilityFaults(page)).toEqual([]);

  const first = await readSentence({ answerWrongFirst: true });
  expect(first.wrong).toBe(1);
  expect(first.questions).toBeGreaterThan(15);
  await page.getByText('so soft on the outside').waitFor();
  await page.getByText('You have read 1 sentence').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);

  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('2 / 11').waitFor();
  const begun = await ready();
  await answer(begun, String(begun.right));
  await ready();
  const second = await asked();

  // The back button asks in mid-sentence; who stays goes on where they were.
  await page.goBack();
  await page
    .getByText('You haven’t finished this sentence yet. Exit anyway and lose your progress?')
    .waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Stay' }).click();
  expect(await asked()).toBe(second);

  // A reload in the middle of a sentence takes it up where it was.
  page.once('dialog', dialog => void dialog.accept());
  await page.reload();
  await page.getByRole('button', { name: 'Start' }).click();
  await learnAnswers();
  expect(await asked()).toBe(second);

  // One sentence was read at a learner's pace and desk; the others need not be.
  await page.setViewportSize({ width: 375, height: 740 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.clock.install();
  for (let sentence = 2; sentence <= 11; sentence++) {
    await page.getByText(`${sentence} / 11`).waitFor();
    await readSentence({ forward: true });
    if (sentence < 11) await page.getByRole('button', { name: 'Continue' }).click();
  }
  expect(measured).toEqual({ scrolled: 0, jumps: 0 });
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.getByText('This is the end of chapter 1').waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Continue' }).count()).toBe(0);
  await page.getByRole('button', { name: 'End' }).click();
  await page.getByText('Summary of Your Progress in Chapter 1').waitFor();
  await page.getByRole('article', { name: 'The chapter' }).getByText('words new to you').waitFor();
  await expect
    .poll(() => page.getByRole('list', { name: 'Known count by level' }).getByRole('listitem').count())
    .toBe(7);
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Exit to Library' }).click();
  await page.waitForURL('**/library');
  await page.getByRole('link', { name: 'Platero y Yo, all chapters' }).click();
  await page.getByText('✓ 100 %').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
});

test('what was read and learned comes from the read models, after a reload too', async ({ skip }) => {
  if (missing) skip(missing);
  const { get } = await answering({ username: 'aldonza', password }, url);
  await expect
    .poll(async () =>
      Object.values((await get<{ lastRead: Record<string, object> }>('/users/profile')).lastRead),
    )
    .toEqual([{ 1: 'finished' }]);
  await expect.poll(async () => (await get<readonly object[]>('/vocabularies')).length).toBeGreaterThan(100);
  await page.reload();
  await page.getByText('✓ 100 %').waitFor();
});

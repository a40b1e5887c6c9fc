import type { Locator, Page } from 'playwright-core';
import { logins } from '../server/sandbox/logins.ts';
import { loginAt } from '../tooling/testing/login.ts';
import { readerPath } from '../tooling/testing/page-weight.ts';
import { inBrowser } from './app.ts';
import { measureFloor } from './floor.ts';
import { observeInteractions, type Stopwatch, stopwatchOn } from './interaction.ts';

const ROUNDS = 10;

/** The reader's interactions at four times slower (aim: 50 ms to the next paint), beside the least that one takes. */
export function run(): Promise<void> {
  return inBrowser(async (browser, url) => {
    const context = await browser.newContext({ viewport: { width: 375, height: 740 }, hasTouch: true });
    const page = await context.newPage();
    await observeInteractions(page);
    const floor = await measureFloor(page, url, ROUNDS);

    const [learner] = logins;
    if (learner) await loginAt(url, page, learner.username, learner.password);
    await page.goto(url + readerPath);
    const start = page.getByRole('button', { name: 'Start' });
    await start.waitFor();
    await page.waitForLoadState('networkidle');
    const stopwatch = await stopwatchOn(page);
    await stopwatch.measure(
      'start',
      () => start.tap(),
      () => ready(page),
      'body:not(:has(dialog[open]))',
    );
    // The rest of the reader loads.
    await page.waitForLoadState('networkidle');
    await readOn(page, stopwatch, ROUNDS);
    stopwatch.print(floor);
  });
}

/** Looks a word up, changes the type, answers and goes on, over and over. The reader must be open. */
export async function readOn(page: Page, stopwatch: Stopwatch, rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    await ready(page);
    if ((await page.locator(card).first().getAttribute('data-card')) === 'read') {
      await stopwatch.measure(
        'next sentence',
        () => page.keyboard.press('Enter'),
        () => ready(page),
        `${card}[data-card="asked"][data-below]`,
      );
      continue;
    }
    await lookUp(page, stopwatch, round);
    await answer(page, stopwatch, round);
  }
}

/** Opens and closes the panels in front of a question. */
async function lookUp(page: Page, { measure }: Stopwatch, round: number): Promise<void> {
  const press = (key: string) => () => page.keyboard.press(key);
  const panel = async (name: string, opens: Locator, inside = async () => {}) => {
    await measure(`open ${name}`, touching(opens), undefined, 'dialog[open]');
    await inside();
    await measure(`close ${name}`, press('Escape'), undefined, 'body:not(:has(dialog[open]))');
  };
  const named = (name: string) => page.getByRole('button', { name, exact: true });
  await panel('word', page.locator('[data-word]').nth(round % 6), async () => {
    const level = page.locator('dialog [data-fragment] button').nth(1 + (round % 3));
    if (await level.isVisible()) await measure('mark a level', touching(level));
  });
  await panel('Aa', named('Type, theme and keys'), async () => {
    await measure('another size', touching(named(round % 2 ? 'Smaller' : 'Larger')));
    await measure(
      'another theme',
      touching(page.locator(`dialog [data-value="${round % 2 ? 'light' : 'dark'}"]`)),
    );
  });
  await panel('the chapter so far', page.getByRole('button', { name: 'the chapter so far' }));
  if (await page.locator('[aria-keyshortcuts="T"]:not([inert] *)').isVisible())
    await measure('translate', press('t'), undefined, '[aria-keyshortcuts="T"][aria-expanded="true"]');
}

/** Answers the question, rightly where the first option is the right one, and goes on. */
async function answer(page: Page, { measure }: Stopwatch, round: number): Promise<void> {
  const press = (key: string) => () => page.keyboard.press(key);
  const shown = (state: string) => `${card}[data-card="${state}"][data-below="${state}"]`;
  await ready(page);
  if (round % 2)
    await measure(
      'tap an option',
      touching(page.locator(`${card} ol button`).first()),
      undefined,
      `${card}:is([data-below="wrong"], [data-below="right"])`,
    );
  else await measure('answer', press('0'), undefined, shown('wrong'));
  // A right answer goes on by itself after half a second.
  const state = await page.locator(card).first().getAttribute('data-card');
  if (state === 'right') await measure('stay', press('e'), undefined, shown('held'));
  else if (state !== 'wrong') return;
  await ready(page);
  if (state === 'wrong')
    for (const open of ['false', 'true'])
      await measure('explanation', press('e'), undefined, `[aria-keyshortcuts="E"][aria-expanded="${open}"]`);
  await measure(
    'continue',
    press('Enter'),
    () => ready(page),
    `${card}:is([data-card="asked"][data-below], [data-card="read"])`,
  );
}

const touching = (what: Locator) => () => what.tap();

const card = ':not([inert]) > section[data-card]';

export function ready(page: Page, which = ''): Promise<void> {
  return page.locator(`${card}${which}:not([data-cooling])`).waitFor();
}

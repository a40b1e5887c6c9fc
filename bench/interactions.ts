import type { Page } from 'playwright-core';
import { logins } from '../server/sandbox/logins.ts';
import { loginAt } from '../tooling/testing/login.ts';
import { readerPath } from '../tooling/testing/page-weight.ts';
import { inBrowser } from './app.ts';
import { observeInteractions, type Stopwatch, stopwatchOn } from './interaction.ts';

const ROUNDS = 8;

/** The reader's interactions at four times slower (aim: 50 ms to the next paint). */
export function run(): Promise<void> {
  return inBrowser(async (browser, url) => {
    const context = await browser.newContext({ viewport: { width: 375, height: 740 } });
    const page = await context.newPage();
    await observeInteractions(page);
    const [learner] = logins;
    if (learner) await loginAt(url, page, learner.username, learner.password);
    await page.goto(url + readerPath);
    await page.getByRole('button', { name: 'Start' }).click();
    await ready(page);
    const stopwatch = await stopwatchOn(page);
    await readOn(page, stopwatch, ROUNDS);
    stopwatch.print();
  });
}

/** Looks a word up, opens Aa, answers and goes on, over and over. The reader must be open. */
export async function readOn(page: Page, { measure }: Stopwatch, rounds: number): Promise<void> {
  const press = (key: string) => () => page.keyboard.press(key);
  const type = page.getByRole('button', { name: 'Type, theme and keys' });
  for (let round = 0; round < rounds; round++) {
    if ((await page.locator(card).first().getAttribute('data-card')) === 'read') {
      await measure('next sentence', press('Enter'), () => ready(page));
      continue;
    }
    const word = page.locator('[data-word]').nth(round % 6);
    for (const [name, opens] of [['word', word] as const, ['Aa', type] as const]) {
      await measure(
        `open ${name}`,
        () => opens.click(),
        () => page.locator('dialog[open]').waitFor(),
      );
      await measure(`close ${name}`, press('Escape'), () =>
        page.locator('dialog[open]').waitFor({ state: 'detached' }),
      );
    }
    await ready(page);
    await measure('answer', press('0'), () => ready(page, '[data-card="wrong"]'));
    await measure('continue', press('Enter'), () => ready(page));
  }
}

const card = ':not([inert]) > section[data-card]';

export function ready(page: Page, which = ''): Promise<void> {
  return page.locator(`${card}${which}:not([data-cooling])`).waitFor();
}

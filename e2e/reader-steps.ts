import type { Page } from 'playwright-core';

/** The card of the reader that takes part, not one that slides out. */
export const card = ':not([inert]) > section[data-card]';

/**
 * Goes on with 'I don't know yet' and Continue until the card says so. The page's clock, which the test has installed, is
 * put forward past the 500 ms in which a new card takes nothing.
 * @returns the headings of the questions that were asked
 */
export async function goOnUntil(page: Page, reached: () => Promise<boolean>): Promise<readonly string[]> {
  const asked: string[] = [];
  for (;;) {
    await page.clock.fastForward(600);
    const shown = page.locator(`${card}:not([data-cooling])`);
    await shown.waitFor();
    if (await reached()) return asked;
    const { state, question, heading } = await shown.evaluate(section => ({
      state: section.getAttribute('data-card'),
      question: section.getAttribute('data-question'),
      heading: section.querySelector('h2, h3')?.textContent ?? '',
    }));
    if (state === 'asked') asked.push(heading);
    await page.keyboard.press(state === 'asked' ? '0' : 'Enter');
    await page
      .locator(`${card}[data-card="${state}"]${question === null ? '' : `[data-question="${question}"]`}`)
      .waitFor({ state: 'detached' });
  }
}

/** The state of the card: asked, right, held, wrong or read. */
export const stateOf = (page: Page) => page.locator(card).getAttribute('data-card');

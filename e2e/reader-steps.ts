import type { JSHandle, Page } from 'playwright-core';

/** Closes the dialog in front by Escape and waits until it is gone: one that closes is hidden first, and takes the keys until then. */
export async function closeDialog(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { includeHidden: true }).waitFor({ state: 'detached' });
}

/** The card of the reader that takes part, not one that slides out. */
export const card = ':not([inert]) > section[data-card]';

/**
 * The element, as soon as there is one. A locator pauses ever longer between two looks, up to half a second; this looks at
 * every frame, for what happens a hundred times in a test.
 */
export async function found(page: Page, selector: string): Promise<JSHandle<HTMLElement>> {
  return page.waitForFunction(wanted => document.querySelector<HTMLElement>(wanted) as HTMLElement, selector);
}

/** Waits until no element is such a one, in the same way. */
export async function gone(page: Page, selector: string): Promise<void> {
  await page.waitForFunction(unwanted => document.querySelector(unwanted) === null, selector);
}

/**
 * Goes on with 'I don't know yet' and Continue until the card says so. The page's clock, which the test has installed, is
 * put forward past the 500 ms in which a new card takes nothing.
 * @returns the headings of the questions that were asked
 */
export async function goOnUntil(page: Page, reached: () => Promise<boolean>): Promise<readonly string[]> {
  const asked: string[] = [];
  for (;;) {
    await page.clock.fastForward(600);
    const shown = await found(page, `${card}:not([data-cooling])`);
    if (await reached()) return asked;
    const { state, question, heading } = await shown.evaluate(section => ({
      state: section.getAttribute('data-card'),
      question: section.getAttribute('data-question'),
      heading: section.querySelector('h2, h3')?.textContent ?? '',
    }));
    if (state === 'asked') asked.push(heading);
    // The focus moves by timers that set each other, and Enter would press the control that had it before.
    else await gone(page, ':is(button, a):focus:not([aria-keyshortcuts="Enter"])');
    await page.keyboard.press(state === 'asked' ? '0' : 'Enter');
    await gone(
      page,
      `${card}[data-card="${state}"]${question === null ? '' : `[data-question="${question}"]`}`,
    );
  }
}

/** The state of the card: asked, right, held, wrong or read. */
export const stateOf = (page: Page) => page.locator(card).getAttribute('data-card');

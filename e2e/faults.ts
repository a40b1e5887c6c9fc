import type { Page } from 'playwright-core';
import { accessibilityFaults, rulesOfColour } from './axe.ts';

/** A request that is meant to be refused: its path and the status it gets. */
export type ExpectedRefusal = readonly [path: string, status: number];

/**
 * Collects the faults of a page from now on: uncaught errors, errors on the console, and requests that fail or are refused
 * unexpectedly.
 */
export function watchForFaults(page: Page, expected: readonly ExpectedRefusal[] = []): readonly string[] {
  const faults: string[] = [];
  page.on('pageerror', error => faults.push(`thrown: ${error.message}`));
  page.on('console', message => {
    // The browser's own words for a refused request, which is judged below.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      faults.push(`console: ${message.text()} (${message.location().url})`);
  });
  page.on('response', response => {
    const { pathname } = new URL(response.url());
    const status = response.status();
    if (status >= 400 && !expected.some(([path, refusal]) => path === pathname && refusal === status))
      faults.push(`${status}: ${response.request().method()} ${response.url()}`);
  });
  page.on('requestfailed', request => {
    const why = request.failure()?.errorText ?? 'failed';
    // The page itself cancelled it: it was left, or a newer request replaced it.
    if (why !== 'net::ERR_ABORTED') faults.push(`${why}: ${request.method()} ${request.url()}`);
  });
  return faults;
}

export async function showTheme(page: Page, theme: string): Promise<void> {
  await page.evaluate(name => {
    document.documentElement.dataset['theme'] = name;
  }, theme);
}

/** Pixels by which a page is too wide for the screen, once it is laid out for it: a line, or none. */
export async function overflow(page: Page): Promise<readonly string[]> {
  const width = page.viewportSize()?.width;
  // The viewport changes before the page is laid out for it; the second frame is drawn after a layout.
  await page.waitForFunction(wanted => wanted === undefined || innerWidth === wanted, width);
  await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))));
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  return over > 0 ? [`${over} px too wide at ${width}`] : [];
}

/** The faults of what a page shows now: all of them in the light theme; the dark one is the same page in other colours. */
export async function faultsShown(page: Page): Promise<readonly string[]> {
  return [...(await overflow(page)), ...(await faultsInThemes(page, ['dark', 'light']))];
}

/** All faults in the last of some themes, and those of colour in the others. */
export async function faultsInThemes(page: Page, themes: readonly string[]): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const theme of themes) {
    await showTheme(page, theme);
    const rules = theme === themes.at(-1) ? undefined : rulesOfColour;
    for (const fault of await accessibilityFaults(page, rules)) faults.push(`${theme}: ${fault}`);
  }
  return faults;
}

import { type Browser, chromium, type ElementHandle, type Locator, type Page } from 'playwright-core';
import { chromiumFlags, findChromium } from '../../tooling/testing/chromium.ts';
import { loginAt } from '../../tooling/testing/login.ts';
import { readerPath } from '../../tooling/testing/page-weight.ts';
import { measureFloor } from '../floor.ts';
import { heapOf, observeInteractions, type Stopwatch, stopwatchOn } from '../interaction.ts';
import { readOn, ready } from '../interactions.ts';

interface Visit {
  readonly path: string;
  /** What says that the first row is there. */
  readonly first: string;
  readonly act: (page: Page, stopwatch: Stopwatch) => Promise<void>;
}

const ROUNDS = 4;

const visits: Readonly<Record<string, Visit>> = {
  vocabulary: { path: '/vocabulary', first: '[data-row]', act: inVocabulary },
  review: { path: '/review', first: 'button[type=submit]', act: inReview },
  progress: { path: '/progress', first: 'h1', act: inProgress },
  placement: { path: '/placement', first: 'main button', act: inPlacement },
  reader: { path: readerPath, first: 'main button', act: inReader },
};

/**
 * The learner's pages in a browser on a phone: until the first row is there, the memory of the page, and how long each
 * interaction takes at four times slower (aim: 50 ms to the next paint).
 */
export async function visitPages(
  app: string,
  login: { readonly username: string; readonly password: string },
): Promise<void> {
  const { program, missing } = findChromium();
  if (program === undefined) return console.log(missing);
  const browser = await chromium.launch({ executablePath: program, args: [...chromiumFlags] });
  try {
    const floor = await visitFloor(browser, app);
    for (const [name, visit] of Object.entries(visits))
      await visitPage(browser, app, login, name, visit, floor);
  } finally {
    await browser.close();
  }
}

/** @returns milliseconds to the next paint */
async function visitFloor(browser: Browser, app: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 375, height: 740 }, hasTouch: true });
  const page = await context.newPage();
  await observeInteractions(page);
  const floor = await measureFloor(page, app, ROUNDS);
  await context.close();
  return floor;
}

async function visitPage(
  browser: Browser,
  app: string,
  { username, password }: { readonly username: string; readonly password: string },
  name: string,
  { path, first, act }: Visit,
  floor: number,
): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 375, height: 740 }, hasTouch: true });
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  await observeInteractions(page);
  await loginAt(app, page, username, password);
  const began = performance.now();
  await page.goto(app + path);
  await page.locator(first).first().waitFor();
  const there = performance.now() - began;
  await page.waitForLoadState('networkidle');
  console.log(
    `\n${name}: first row after ${there.toFixed(0)} ms, ${(await heapOf(page)).toFixed(0)} MB of objects`,
  );
  const stopwatch = await stopwatchOn(page);
  await act(page, stopwatch);
  stopwatch.print(floor);
  await context.close();
}

/** Looked for beforehand: a search through a long page would be measured, too. */
async function found(locator: Locator): Promise<ElementHandle<HTMLElement>> {
  await locator.first().waitFor();
  return (await locator.first().elementHandle()) as ElementHandle<HTMLElement>;
}

async function inVocabulary(page: Page, { measure }: Stopwatch): Promise<void> {
  const row = page.locator('[data-row]').first();
  const key = (key: string) => () => page.keyboard.press(key);
  const [search, states, books, orders] = await Promise.all(
    ['Search', 'State', 'Book', 'Order'].map(name => found(page.getByLabel(name, { exact: true }))),
  );
  /** The list follows what is chosen a little later. */
  const settled = () => page.waitForTimeout(1_000);
  for (let round = 0; round < ROUNDS; round++) {
    await search?.focus();
    for (const letter of 'pal') await measure('type a letter', key(letter));
    await settled();
    await measure('clear the search', key('Escape'), settled);
    await measure('open a menu', () => states?.click(), settled);
    await page.keyboard.press('Escape');
    for (const [name, menu] of [
      ['filter', states],
      ['filter by book', books],
      ['order', orders],
    ] as const) {
      await menu?.focus();
      // By keyboard, because a change by the bench itself is no interaction.
      for (const arrow of ['ArrowDown', 'ArrowUp']) await measure(name, key(arrow), settled);
    }
    await row.locator('[data-head]').focus();
    await measure('pick', key(' '));
    for (let more = 0; more < 10; more++) await measure('pick the next', key('Shift+ArrowDown'));
    await measure('mark many', key(round % 2 ? 's' : 'k'), settled);
    await measure('undo', key('u'), settled);
    const head = await found(row.locator('[data-head]'));
    await measure(
      'open a story',
      () => head.click(),
      () => page.locator('dialog[open]').waitFor(),
    );
    await measure('close a story', key('Escape'), () =>
      page.locator('dialog[open]').waitFor({ state: 'detached' }),
    );
  }
}

async function inReview(page: Page, { measure }: Stopwatch): Promise<void> {
  await measure(
    'begin',
    () => page.locator('button[type=submit]').click(),
    () => ready(page),
  );
  for (let question = 0; question < ROUNDS; question++) {
    await measure(
      'answer',
      () => page.keyboard.press('0'),
      () => ready(page, '[data-card="wrong"]'),
    );
    await measure(
      'continue',
      () => page.keyboard.press('Enter'),
      () => ready(page),
    );
  }
}

async function inProgress(page: Page, { measure }: Stopwatch): Promise<void> {
  const time = await found(page.getByLabel('Time'));
  const options = await time.$$eval('option', options => options.map(({ value }) => value));
  const groups = await page.getByRole('group', { name: 'Show as' }).all();
  const buttons = (await Promise.all(groups.map(group => group.getByRole('button').elementHandles()))).flat();
  for (let round = 0; round < ROUNDS; round++) {
    for (const option of options) await measure('another time', () => time.selectOption(option));
    for (const button of buttons.toReversed()) await measure('table or chart', () => button.click());
  }
}

async function inPlacement(page: Page, { measure }: Stopwatch): Promise<void> {
  for (let question = 1; question <= ROUNDS; question++) {
    if (question === 1 && !(await page.getByLabel('Question 1').isVisible())) {
      await measure(
        'begin',
        () => page.locator('main button').first().click(),
        () => page.getByLabel('Question 1').waitFor(),
      );
    }
    await measure(
      'answer',
      () => page.keyboard.press('1'),
      () => page.getByLabel(`Question ${question + 1}`).waitFor(),
    );
  }
}

async function inReader(page: Page, stopwatch: Stopwatch): Promise<void> {
  await page.getByRole('button', { name: 'Start' }).click();
  await ready(page);
  await readOn(page, stopwatch, ROUNDS);
}

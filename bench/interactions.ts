import type { CDPSession, Page } from 'playwright-core';
import { logins } from '../server/sandbox/logins.ts';
import { loginAt } from '../tooling/testing/login.ts';
import { readerPath } from '../tooling/testing/page-weight.ts';
import { inBrowser } from './app.ts';

/** How many times slower than this machine the browser computes. */
const SLOWER = 4;
const ROUNDS = 8;

/** Milliseconds of one interaction. */
interface Measured {
  /** To the next paint, in steps of 8, as the browser measures Interaction to Next Paint. A busy machine adds to it. */
  readonly paint: number;
  /** The page's main thread on the processor until two frames later, whatever else the machine does. */
  readonly busy: number;
}

/** The reader's interactions at four times slower (aim: 50 ms to the next paint). */
export function run(): Promise<void> {
  return inBrowser(async (browser, url) => {
    const context = await browser.newContext({ viewport: { width: 375, height: 740 } });
    const page = await context.newPage();
    await page.addInitScript(observe);
    const [learner] = logins;
    if (learner) await loginAt(url, page, learner.username, learner.password);
    await page.goto(url + readerPath);
    await page.getByRole('button', { name: 'Start' }).click();
    await ready(page);
    const cdp = await context.newCDPSession(page);
    await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    for (const [name, found] of await interactions(page, cdp)) {
      const [paint, busy] = (['paint', 'busy'] as const).map(of => found.map(measured => measured[of]));
      console.log(`${name.padEnd(20)} to paint ${summary(paint)}   main thread ${summary(busy)}`);
    }
  });
}

function summary(values: readonly number[] = []): string {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted[Math.floor(sorted.length / 2)] ?? 0;
  return `median ${middle.toFixed(0).padStart(4)}, worst ${(sorted.at(-1) ?? 0).toFixed(0).padStart(4)} ms`;
}

/** Looks a word up, opens Aa, answers and goes on, over and over. */
async function interactions(page: Page, cdp: CDPSession): Promise<ReadonlyMap<string, readonly Measured[]>> {
  const found = new Map<string, Measured[]>();
  const measure = async (name: string, act: () => Promise<unknown>, settled: () => Promise<unknown>) => {
    await page.evaluate(() => Reflect.set(window, 'slowest', 0));
    const before = await busyTime(cdp);
    await act();
    await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))));
    const busy = (await busyTime(cdp)) - before;
    await settled();
    const paint = await page.evaluate(() => Number(Reflect.get(window, 'slowest')));
    found.set(name, [...(found.get(name) ?? []), { paint, busy }]);
  };
  const press = (key: string) => () => page.keyboard.press(key);
  const type = page.getByRole('button', { name: 'Type, theme and keys' });
  for (let round = 0; round < ROUNDS; round++) {
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
  return found;
}

const card = ':not([inert]) > section[data-card]';

function ready(page: Page, which = ''): Promise<void> {
  return page.locator(`${card}${which}:not([data-cooling])`).waitFor();
}

/** In milliseconds since the page was opened. */
async function busyTime(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0);
}

function observe() {
  new PerformanceObserver(list => {
    for (const { duration } of list.getEntries())
      Reflect.set(window, 'slowest', Math.max(Number(Reflect.get(window, 'slowest')), duration));
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
}

import type { CDPSession, Page } from 'playwright-core';

/** How interactions in a page of the browser feel on a phone. */

/** How many times slower than this machine the browser computes. */
const SLOWER = 4;

/** Milliseconds of one interaction. */
interface Measured {
  /**
   * To the next paint, in steps of 8, as the browser measures Interaction to Next Paint: the slowest of its keys or of its
   * pointer events and click. A busy machine adds to it.
   */
  readonly paint: number;
  /** From the key or click until the frame after its result is in the page; undefined where no result was named. */
  readonly result: number | undefined;
  /** The page's main thread on the processor until two frames later, whatever else the machine does. */
  readonly busy: number;
}

export interface Stopwatch {
  /**
   * Measures one interaction and waits until its result is there.
   * @param act presses a key, or clicks
   * @param result what is in the page as soon as the result is: a selector
   */
  measure(
    name: string,
    act: () => Promise<unknown> | undefined,
    settled?: () => Promise<unknown>,
    result?: string,
  ): Promise<void>;
  /** Milliseconds to the next paint. */
  medianOf(name: string): number;
  /** One line for each name. @param least milliseconds to the next paint that the others are compared to */
  print(least?: number): void;
}

/** What the page notes of the interaction that is measured. */
interface Noted {
  paint: number;
  began: number;
  /** Empty: nothing more is waited for. */
  selector: string;
  result?: number;
}

/** Call it before the page is opened. */
export async function observeInteractions(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const noted = (): Noted | undefined => Reflect.get(window, 'noted');
    new PerformanceObserver(list => {
      const now = noted();
      // Hovering is no interaction.
      for (const entry of list.getEntries())
        if (now && Reflect.get(entry, 'interactionId')) now.paint = Math.max(now.paint, entry.duration);
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
    for (const type of ['keydown', 'click'])
      addEventListener(
        type,
        ({ timeStamp }) => {
          const now = noted();
          if (now) now.began ||= timeStamp;
        },
        { capture: true },
      );
    const look = () => {
      const now = noted();
      if (!now?.selector || !now.began || !document.querySelector(now.selector)) return;
      now.selector = '';
      requestAnimationFrame(() =>
        setTimeout(() => {
          now.result = performance.now() - now.began;
        }),
      );
    };
    new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
  });
}

/** Slows the page down from here on. */
export async function stopwatchOn(page: Page): Promise<Stopwatch> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  const found = new Map<string, Measured[]>();
  return {
    async measure(name, act, settled = async () => {}, selector = '') {
      await page.evaluate(selector => {
        const noted: Noted = { paint: 0, began: 0, selector };
        Reflect.set(window, 'noted', noted);
      }, selector);
      const before = await busyTime(cdp);
      await act();
      await page.evaluate(
        () => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))),
      );
      const busy = (await busyTime(cdp)) - before;
      await settled();
      if (selector) await page.waitForFunction(() => Reflect.get(window, 'noted').result !== undefined);
      const { paint, result }: Noted = await page.evaluate(() => Reflect.get(window, 'noted'));
      found.set(name, [...(found.get(name) ?? []), { paint, result, busy }]);
    },
    medianOf: name => median((found.get(name) ?? []).map(({ paint }) => paint)),
    print(least = 0) {
      for (const [name, all] of found) {
        const [paint, result, busy] = (['paint', 'result', 'busy'] as const).map(of =>
          all.map(measured => measured[of]).filter(value => value !== undefined),
        );
        const ratio = least > 0 ? ` = ${(median(paint) / least).toFixed(1)} floors` : '';
        console.log(
          `${name.padEnd(24)} to paint ${summary(paint)}${ratio.padEnd(14)} to its result ${summary(result)}   main thread ${summary(busy)}`,
        );
      }
    },
  };
}

function median(values: readonly number[] = []): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function summary(values: readonly number[] = []): string {
  if (values.length === 0) return ''.padEnd(28);
  return `median ${median(values).toFixed(0).padStart(4)}, worst ${Math.max(...values)
    .toFixed(0)
    .padStart(4)} ms`;
}

/** In milliseconds since the page was opened. */
async function busyTime(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0);
}

/** Megabytes of JavaScript objects that the page holds, after a collection. */
export async function heapOf(page: Page): Promise<number> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('HeapProfiler.enable');
  await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize } = await cdp.send('Runtime.getHeapUsage');
  await cdp.detach();
  return usedSize / 1_000_000;
}

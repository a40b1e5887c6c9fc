import type { CDPSession, Page } from 'playwright-core';

/** How interactions in a page of the browser feel on a phone. */

/** How many times slower than this machine the browser computes. */
const SLOWER = 4;

/** Milliseconds of one interaction. */
interface Measured {
  /** To the next paint, in steps of 8, as the browser measures Interaction to Next Paint. A busy machine adds to it. */
  readonly paint: number;
  /** The page's main thread on the processor until two frames later, whatever else the machine does. */
  readonly busy: number;
}

export interface Stopwatch {
  /**
   * Measures one interaction and waits until its result is there.
   * @param act presses a key, or clicks
   */
  measure(
    name: string,
    act: () => Promise<unknown> | undefined,
    settled?: () => Promise<unknown>,
  ): Promise<void>;
  /** One line for each name. */
  print(): void;
}

/** Call it before the page is opened. */
export async function observeInteractions(page: Page): Promise<void> {
  await page.addInitScript(() => {
    new PerformanceObserver(list => {
      for (const { duration } of list.getEntries())
        Reflect.set(window, 'slowest', Math.max(Number(Reflect.get(window, 'slowest')), duration));
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  });
}

/** Slows the page down from here on. */
export async function stopwatchOn(page: Page): Promise<Stopwatch> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  const found = new Map<string, Measured[]>();
  return {
    async measure(name, act, settled = async () => {}) {
      await page.evaluate(() => Reflect.set(window, 'slowest', 0));
      const before = await busyTime(cdp);
      await act();
      await page.evaluate(
        () => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))),
      );
      const busy = (await busyTime(cdp)) - before;
      await settled();
      const paint = await page.evaluate(() => Number(Reflect.get(window, 'slowest')));
      found.set(name, [...(found.get(name) ?? []), { paint, busy }]);
    },
    print() {
      for (const [name, all] of found) {
        const [paint, busy] = (['paint', 'busy'] as const).map(of => all.map(measured => measured[of]));
        console.log(`${name.padEnd(30)} to paint ${summary(paint)}   main thread ${summary(busy)}`);
      }
    },
  };
}

function summary(values: readonly number[] = []): string {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted[Math.floor(sorted.length / 2)] ?? 0;
  return `median ${middle.toFixed(0).padStart(4)}, worst ${(sorted.at(-1) ?? 0).toFixed(0).padStart(4)} ms`;
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

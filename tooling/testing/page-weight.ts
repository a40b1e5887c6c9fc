import { gzipSync } from 'node:zlib';
import type { Page, Request, Response } from 'playwright-core';

/** What the gzipped JavaScript of a first load may weigh, in bytes. The home page loads the card that can be tried later. */
export const limits = { public: 120_000, home: 115_000, reader: 150_000, page: 150_000 } as const;
/** What a first load of a page for everybody may ask for and bring, as it is sent. */
export const firstLoadLimits = { requests: 50, bytes: 420_000 } as const;

/** Pages for everybody, and the chapter whose reader stands for all. */
export const publicPaths = [
  '/',
  '/about',
  '/faq',
  '/contact',
  '/report-issue',
  '/donate',
  '/sign-up',
  '/login',
  '/forgot-password',
  '/reset-password',
  '/verification-success?email=a%40b.example&username=ana',
  '/verification-expired?email=a%40b.example&username=ana',
  '/verification-failure',
  '/terms-of-service',
  '/privacy-policy',
  '/nowhere',
] as const;
export const readerPath = '/sv/pu5nd2/1';

export interface FirstLoad {
  /** Bytes of gzipped JavaScript. */
  readonly scripts: number;
  readonly requests: number;
  /** Bytes of all bodies, as they were sent. */
  readonly bytes: number;
}

/** Loads a page as a browser that has nothing of it yet, until it rests. */
export async function firstLoad(page: Page, address: string): Promise<FirstLoad> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Network.setCacheDisabled', { cacheDisabled: true });
  const scripts: Response[] = [];
  const all: Response[] = [];
  page.on('response', response => {
    all.push(response);
    if (response.request().resourceType() === 'script') scripts.push(response);
  });
  const open = new Set<Request>();
  page.on('request', request => open.add(request));
  page.on('requestfinished', request => open.delete(request));
  page.on('requestfailed', request => open.delete(request));
  await page.goto(address);
  // A heading of the page itself: the footer's stands there before.
  await page.locator(':is(main, dialog, [role="dialog"]) :is(h1, h2)').first().waitFor();
  // Half a second without a request.
  for (let quiet = 0; quiet < 5; quiet++) {
    await page.waitForTimeout(100);
    if (open.size > 0) quiet = -1;
  }
  const sizes = await Promise.all(scripts.map(async script => gzipSync(await script.body()).length));
  const sent = await Promise.all(
    all.map(async response => (await response.request().sizes()).responseBodySize),
  );
  const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
  return { scripts: sum(sizes), requests: all.length, bytes: sum(sent) };
}

import { gzipSync } from 'node:zlib';
import type { Page, Response } from 'playwright-core';

/** What the gzipped JavaScript of a first load may weigh, in bytes. */
export const limits = { public: 120_000, reader: 150_000 } as const;

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

/**
 * Loads a page as a browser that has nothing of it yet, until it rests.
 * @returns bytes of gzipped JavaScript
 */
export async function firstLoad(page: Page, address: string): Promise<number> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Network.setCacheDisabled', { cacheDisabled: true });
  const scripts: Response[] = [];
  page.on('response', response => {
    if (response.request().resourceType() === 'script') scripts.push(response);
  });
  await page.goto(address, { waitUntil: 'networkidle' });
  await page.locator('h1, h2').first().waitFor();
  const sizes = await Promise.all(scripts.map(async script => gzipSync(await script.body()).length));
  return sizes.reduce((sum, size) => sum + size, 0);
}

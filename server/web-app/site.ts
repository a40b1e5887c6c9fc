import { setTimeout as wait } from 'node:timers/promises';
import type { RenderPages } from '../../facade/rendered-page.ts';
import type { Sample } from '../../facade/sample-sentence.ts';
import { type AnalyticsProvider, defaultPrice, type Site, type SiteLinks } from '../../facade/site.ts';
import type { WebFiles } from './files.ts';
import type { Manifest } from './manifest.ts';
import { drawPublicPages, type PublicPages } from './public-pages.ts';

/** How old what the pages say may become before it is asked for again, in milliseconds. */
const FRESH = 600_000;
/** The same while there is no sentence to try: another process may be about to put the library there. */
const EMPTY = 10_000;
/** How long a start waits for the payment provider, in milliseconds. */
const PATIENCE = 2_000;

export interface SiteParts {
  readonly files: WebFiles;
  readonly manifest: Manifest;
  readonly render: RenderPages;
  readonly publicUrl: string;
  readonly links: SiteLinks;
  /** Undefined: our own collector. */
  readonly analytics: AnalyticsProvider | undefined;
  /** The price of a subscription; undefined where this process does not know the payment provider. */
  readonly price: (() => Promise<string>) | undefined;
  readonly sample: () => Promise<Sample | null>;
  /** Receives messages for the operator. */
  readonly report: (line: string) => void;
}

/**
 * Draws the public pages, and draws them again when the price or the sentence to try has changed: both are asked for once
 * in ten minutes at most, behind a reply.
 * @returns the pages as they are now
 */
export async function openSite(parts: SiteParts): Promise<() => PublicPages> {
  const { links, analytics } = parts;
  const settled = { links, ...(analytics && { analytics }) };
  const ask = async (): Promise<Site> => ({
    ...settled,
    price: (await parts.price?.()) ?? defaultPrice,
    sample: await parts.sample(),
  });
  const silent = async (): Promise<Site> => {
    await wait(PATIENCE, undefined, { ref: false });
    return { ...settled, price: defaultPrice, sample: await parts.sample() };
  };
  let site = await Promise.race([ask(), silent()]);
  let pages = await drawPublicPages(parts, site);
  let askedAt = Date.now();
  const renew = async () => {
    const now = await ask();
    if (JSON.stringify(now) === JSON.stringify(site)) return;
    pages = await drawPublicPages(parts, now);
    site = now;
  };
  return () => {
    if (Date.now() - askedAt > (site.sample ? FRESH : EMPTY)) {
      askedAt = Date.now();
      renew().catch(error => parts.report(`the public pages were not drawn again: ${error}`));
    }
    return pages;
  };
}

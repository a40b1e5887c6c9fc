import { setTimeout as wait } from 'node:timers/promises';
import type { RenderPages } from '../../facade/rendered-page.ts';
import type { Sample } from '../../facade/sample-sentence.ts';
import { type AnalyticsProvider, defaultPrice, type Site, type SiteLinks } from '../../facade/site.ts';
import type { WebFiles } from './files.ts';
import type { Manifest } from './manifest.ts';
import { drawPublicPages, type PublicPages } from './public-pages.ts';

/** How old what the pages say may become before it is asked for again, in milliseconds. */
const FRESH = 600_000;
/** The same while there is no sentence to try or no price: another process, or the provider, may be about to tell it. */
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
  /**
   * The price of a subscription, undefined while the payment provider does not tell it. No function where this process does
   * not know the provider.
   */
  readonly price: (() => Promise<string | undefined>) | undefined;
  readonly sample: () => Promise<Sample | null>;
  /** Receives messages for the operator. */
  readonly report: (line: string) => void;
}

/** What the pages say, and whether that is all: without the provider's price or a sentence it is asked for again soon. */
interface Known {
  readonly site: Site;
  readonly complete: boolean;
}

/**
 * Draws the public pages, and draws them again when the price or the sentence to try has changed: both are asked for once
 * in ten minutes at most, behind a reply. A price that comes too late for the start is shown when it comes.
 * @returns the pages as they are now
 */
export async function openSite(parts: SiteParts): Promise<() => PublicPages> {
  const { links, analytics } = parts;
  const settled = { links, ...(analytics && { analytics }) };
  const ask = async (): Promise<Known> => {
    const price = await parts.price?.();
    const sample = await parts.sample();
    return {
      site: { ...settled, price: price ?? defaultPrice, sample },
      complete: sample !== null && (price !== undefined || !parts.price),
    };
  };
  const silent = async (): Promise<Known> => {
    await wait(PATIENCE, undefined, { ref: false });
    return { site: { ...settled, price: defaultPrice, sample: await parts.sample() }, complete: false };
  };
  const first = ask();
  let known = await Promise.race([first, silent()]);
  let pages = await drawPublicPages(parts, known.site);
  let askedAt = Date.now();
  const renew = async (asked: Promise<Known>) => {
    const now = await asked;
    if (JSON.stringify(now.site) !== JSON.stringify(known.site))
      pages = await drawPublicPages(parts, now.site);
    known = now;
  };
  const renewBehind = (asked: Promise<Known>) =>
    void renew(asked).catch(error => parts.report(`the public pages were not drawn again: ${error}`));
  renewBehind(first);
  return () => {
    if (Date.now() - askedAt > (known.complete ? FRESH : EMPTY)) {
      askedAt = Date.now();
      renewBehind(ask());
    }
    return pages;
  };
}

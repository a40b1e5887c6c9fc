import { setTimeout as wait } from 'node:timers/promises';
import type { PageChunks, RenderPages } from '../../facade/rendered-page.ts';
import type { Sample } from '../../facade/sample-sentence.ts';
import { type AnalyticsProvider, defaultPrice, type Site, type SiteLinks } from '../../facade/site.ts';
import type { WebFiles } from './files.ts';
import type { Manifest } from './manifest.ts';
import { type PublicPages, renderPublicPages } from './public-pages.ts';

/** Age at which the data of the pages is read again, in milliseconds. */
const MAX_AGE = 600_000;
/** The same while the sample sentence or the price is missing; both may be available soon. */
const MAX_AGE_WHEN_INCOMPLETE = 10_000;
/** How long a start waits for the payment provider, in milliseconds. */
const PRICE_TIMEOUT = 2_000;

export interface SiteParts {
  readonly files: WebFiles;
  readonly manifest: Manifest;
  readonly render: RenderPages;
  readonly pageChunks: PageChunks;
  readonly publicUrl: string;
  readonly links: SiteLinks;
  /** Undefined: our own collector. */
  readonly analytics: AnalyticsProvider | undefined;
  /** Titles of the books that this deployment leaves out. */
  readonly withoutBooks: readonly string[];
  /**
   * The price of a subscription, undefined while the payment provider does not tell it. No function where this process does
   * not know the provider.
   */
  readonly price: (() => Promise<string | undefined>) | undefined;
  readonly sample: () => Promise<Sample | null>;
  /** Receives messages for the operator. */
  readonly report: (line: string) => void;
}

/** The data of the pages. Incomplete: the provider's price or the sample sentence is missing, so it is read again soon. */
interface SiteData {
  readonly site: Site;
  readonly complete: boolean;
}

/**
 * Renders the public pages, and renders them again when the price or the sample sentence has changed. Both are read at most
 * once in ten minutes (once in ten seconds while one is missing), in the background of a request. A price that arrives too late for the start is shown as soon as it
 * arrives.
 * @returns a function that returns the current pages
 */
export async function openPublicPages(parts: SiteParts): Promise<() => PublicPages> {
  const { links, analytics, withoutBooks } = parts;
  const fixed = { links, ...(analytics && { analytics }), ...(withoutBooks.length > 0 && { withoutBooks }) };
  const read = async (): Promise<SiteData> => {
    const price = await parts.price?.();
    const sample = await parts.sample();
    return {
      site: { ...fixed, price: price ?? defaultPrice, sample },
      complete: sample !== null && (price !== undefined || !parts.price),
    };
  };
  const withDefaultPrice = async (): Promise<SiteData> => {
    await wait(PRICE_TIMEOUT, undefined, { ref: false });
    return { site: { ...fixed, price: defaultPrice, sample: await parts.sample() }, complete: false };
  };
  const first = read();
  let known = await Promise.race([first, withDefaultPrice()]);
  let pages = await renderPublicPages(parts, known.site);
  let readAt = Date.now();
  const refresh = async (reading: Promise<SiteData>) => {
    const now = await reading;
    if (JSON.stringify(now.site) !== JSON.stringify(known.site))
      pages = await renderPublicPages(parts, now.site);
    known = now;
  };
  const refreshInBackground = (reading: Promise<SiteData>) =>
    void refresh(reading).catch(error => parts.report(`the public pages were not rendered again: ${error}`));
  refreshInBackground(first);
  return () => {
    if (Date.now() - readAt > (known.complete ? MAX_AGE : MAX_AGE_WHEN_INCOMPLETE)) {
      readAt = Date.now();
      refreshInBackground(read());
    }
    return pages;
  };
}

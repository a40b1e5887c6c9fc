import type { Sample } from './sample-sentence.ts';

/** Addresses of other sites, from the settings; null where there is none. */
export interface SiteLinks {
  /** Pages of the policy provider (spec 2, Footer). */
  readonly terms: string | null;
  readonly privacy: string | null;
  readonly cookies: string | null;
  /** The product on an image-sharing and on a video site. */
  readonly images: string | null;
  readonly videos: string | null;
  /** Where one can donate. */
  readonly donate: string | null;
}

/** The analytics provider to which browsers send after consent. */
export interface AnalyticsProvider {
  /** Project token; not secret. */
  readonly token: string;
  /** An origin. */
  readonly host: string;
}

/** Data that the server writes into the app's page, so that no page has to fetch it. */
export interface Site {
  readonly links: SiteLinks;
  /** Of a subscription, for people: '$14.99 / month'. */
  readonly price: string;
  /** Absent: our own collector. */
  readonly analytics?: AnalyticsProvider;
  /** Titles of the books that this deployment leaves out; absent: none. */
  readonly withoutBooks?: readonly string[];
  /** The sentence of the home page; null when there is none, absent in the page of another path. */
  readonly sample?: Sample | null;
}

export const noSiteLinks: SiteLinks = {
  terms: null,
  privacy: null,
  cookies: null,
  images: null,
  videos: null,
  donate: null,
};

/** Spec 9; the payment provider's price replaces it when known. */
export const defaultPrice = '$14.99 / month';

/** Id of the element in the app's page that holds the `Site` as JSON. */
export const siteElement = 'site';

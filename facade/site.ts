/** Addresses of other sites, from the settings; null where there is none. The server writes them into the app's page. */
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
export const noSiteLinks: SiteLinks = {
  terms: null,
  privacy: null,
  cookies: null,
  images: null,
  videos: null,
  donate: null,
};

/** Id of the element in the app's page that holds them as JSON. */
export const siteLinksElement = 'site-links';

import * as z from 'zod/mini';

const address = z.nullable(z.string());

/** Addresses of other sites, from the settings; null where there is none. The server writes them into the app's page. */
export const SiteLinks = z.object({
  /** Pages of the policy provider (spec 2, Footer). */
  terms: address,
  privacy: address,
  cookies: address,
  /** The product on an image-sharing and on a video site. */
  images: address,
  videos: address,
  /** Where one can donate. */
  donate: address,
});
export type SiteLinks = z.infer<typeof SiteLinks>;

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

import { noSiteLinks, type SiteLinks, siteLinksElement } from '../../facade/site.ts';

/** Addresses of other sites, read once from the page that the server wrote; none in a page without them. */
export const siteLinks: SiteLinks = read();

function read(): SiteLinks {
  const text = document.getElementById(siteLinksElement)?.textContent;
  if (!text) return noSiteLinks;
  // The server wrote it out of its settings, after it checked them.
  return { ...noSiteLinks, ...JSON.parse(text) };
}

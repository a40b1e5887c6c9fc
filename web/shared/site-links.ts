import { noSiteLinks, SiteLinks, siteLinksElement } from '../../facade/site.ts';

/** Addresses of other sites, read once from the page that the server wrote; none in a page without them. */
export const siteLinks: SiteLinks = read();

function read(): SiteLinks {
  const text = document.getElementById(siteLinksElement)?.textContent;
  if (!text) return noSiteLinks;
  const parsed = SiteLinks.safeParse(JSON.parse(text));
  return parsed.success ? parsed.data : noSiteLinks;
}

import { createContext, type ReactNode, useContext } from 'react';
import { defaultPrice, noSiteLinks, type Site, siteElement } from '../../facade/site.ts';

const noSite: Site = { links: noSiteLinks, price: defaultPrice };

const SiteContext = createContext<Site>(noSite);

export function SiteProvider({ site, children }: { site: Site; children: ReactNode }) {
  return <SiteContext value={site}>{children}</SiteContext>;
}

/** Data that the server writes into the page: addresses of other sites, the price, the sample sentence. */
export function useSite(): Site {
  return useContext(SiteContext);
}

/** Reads it from the page; defaults in a page without it, such as the development server's. */
export function siteOfPage(): Site {
  const text = document.getElementById(siteElement)?.textContent;
  return text ? (JSON.parse(text) as Site) : noSite;
}

import { createHash } from 'node:crypto';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { type SiteLinks, siteLinksElement } from '../../facade/site.ts';
import type { WebFile } from './files.ts';

/** The app's page with the addresses of other sites in it, so that no page has to ask for them. */
export function withSiteLinks(index: WebFile, links: SiteLinks): WebFile {
  // '<' could end the element.
  const json = JSON.stringify(links).replaceAll('<', '\\u003c');
  const element = `<script type="application/json" id="${siteLinksElement}">${json}</script>`;
  const plain = Buffer.from(index.plain.toString('utf8').replace('</body>', () => `${element}</body>`));
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
  return { ...index, etag, plain, br: brotliCompressSync(plain), gzip: gzipSync(plain) };
}

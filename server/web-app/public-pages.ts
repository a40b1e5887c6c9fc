import { createHash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import escapeHtml from 'escape-html';
import type { PageChunks, RenderedPage, RenderPages, Variant } from '../../facade/rendered-page.ts';
import type { Site } from '../../facade/site.ts';
import { siteElement } from '../../facade/site.ts';
import type { WebFile, WebFiles } from './files.ts';
import { assetsOf, type Manifest } from './manifest.ts';
import { themeScript } from './theme-script.ts';

/** The app's HTML: the app shell, and the prerendered public pages (decision 39). */
export interface PublicPages {
  /** The app shell. The browser renders its page; search engines do not list it. */
  readonly bare: WebFile;
  /**
   * The prerendered page of a path, else the app shell. For somebody who may be signed in, the shell preloads the page's
   * scripts.
   */
  readonly at: (path: string, mayBeSignedIn: boolean) => WebFile;
  readonly sitemap: string;
}

interface Parts {
  readonly files: WebFiles;
  readonly manifest: Manifest;
  readonly render: RenderPages;
  readonly pageChunks: PageChunks;
  /** Without a trailing slash. */
  readonly publicUrl: string;
}

/** Renders the public pages with the given site data. */
export async function renderPublicPages(parts: Parts, site: Site): Promise<PublicPages> {
  const index = parts.files.get('/index.html');
  if (!index) throw new Error('the web app was built without an index.html');
  const template = replaceOnce(
    index.plain.toString('utf8'),
    '<script src="/theme.js"></script>',
    `<script>${themeScript(parts.files)}</script>`,
  );
  const styled = extractStyles(template);
  const rendered = new Map<string, { readonly visitor: WebFile; readonly session: WebFile }>();
  for (const page of await parts.render(site))
    rendered.set(page.path, {
      visitor: pageFile(index, composePage(styled, parts, page, page.forVisitors)),
      session: pageFile(index, composePage(styled, parts, page, page.forSessions)),
    });
  const bareSite = withoutSample(site);
  const shell = (sources: readonly string[]) =>
    pageFile(
      index,
      fillTemplate(template, {
        head: [
          '<meta name="robots" content="noindex" />',
          ...assetsOf(parts.manifest, sources).scripts.map(
            file => `<link rel="modulepreload" href="/${file}" />`,
          ),
        ].join('\n    '),
        html: '',
        site: bareSite,
      }),
    );
  const bare = shell([]);
  const shells = new Map(Object.entries(parts.pageChunks).map(([name, sources]) => [name, shell(sources)]));
  return {
    bare,
    at: (path, mayBeSignedIn) =>
      rendered.get(path)?.[mayBeSignedIn ? 'session' : 'visitor'] ??
      (mayBeSignedIn ? shells.get(path.split('/')[1] ?? '') : undefined) ??
      bare,
    sitemap: sitemapOf([...rendered.keys()].map(path => parts.publicUrl + path)),
  };
}

/** Only the home page has a sentence to try. */
function withoutSample({ sample: _, ...site }: Site): Site {
  return site;
}

function composePage(
  { template, styles: first }: ReturnType<typeof extractStyles>,
  { files, manifest, publicUrl }: Parts,
  page: RenderedPage,
  { html, site, styledBy }: Variant,
): string {
  const url = escapeHtml(publicUrl + page.path);
  const title = escapeHtml(`${page.title} · Camino`);
  const description = escapeHtml(page.description);
  const { scripts } = assetsOf(manifest, page.sources);
  const { styles } = assetsOf(manifest, [...page.sources, ...styledBy]);
  const head = [
    ...fontsOf(files).map(
      font => `<link rel="preload" as="font" type="font/woff2" href="${font}" crossorigin />`,
    ),
    ...inlineStyles(files, [...first, ...styles.map(file => `/${file}`)]),
    ...scripts.map(file => `<link rel="modulepreload" href="/${file}" fetchpriority="low" />`),
    `<link rel="canonical" href="${url}" />`,
    '<meta property="og:site_name" content="Camino" />',
    '<meta property="og:type" content="website" />',
    `<meta property="og:title" content="${title}" />`,
    `<meta property="og:description" content="${description}" />`,
    `<meta property="og:url" content="${url}" />`,
    `<meta property="og:image" content="${escapeHtml(publicUrl)}${socialCard}" />`,
    '<meta property="og:image:width" content="1200" />',
    '<meta property="og:image:height" content="630" />',
    '<meta property="og:image:alt" content="A poet and his donkey on the road from a white village to windmills" />',
    '<meta name="twitter:card" content="summary_large_image" />',
    ...(page.structured ? [dataElement('application/ld+json', page.structured)] : []),
  ].join('\n    ');
  return fillTemplate(template, { title, description, head, html, site });
}

/** The template without its links to style sheets, and the addresses of those. */
function extractStyles(template: string): { readonly template: string; readonly styles: readonly string[] } {
  const styles: string[] = [];
  const rest = template.replaceAll(
    /<link rel="stylesheet"[^>]* href="([^"]+)"[^>]*>\s*/g,
    (_, href: string) => {
      styles.push(href);
      return '';
    },
  );
  return { template: rest, styles };
}

/**
 * Style sheets inside the page, so that its first paint waits for no request. The disabled links are not fetched; they tell
 * the app's loader that the styles of these chunks are present.
 */
function inlineStyles(files: WebFiles, addresses: readonly string[]): readonly string[] {
  const sheets = addresses.map(address => {
    const sheet = files.get(address);
    if (!sheet) throw new Error(`the build has no ${address}`);
    return sheet.plain.toString('utf8').trim();
  });
  return [
    `<style>${sheets.join('')}</style>`,
    ...addresses.map(address => `<link rel="stylesheet" href="${address}" disabled />`),
  ];
}

/** The fonts that every page needs first. */
function fontsOf(files: WebFiles): readonly string[] {
  return [...files.keys()].filter(path => /\/(literata|inter)-latin-wght-normal-[\w-]+\.woff2$/.test(path));
}

/** The picture for shared links, which the build makes. */
const socialCard = '/social-card.png';

function fillTemplate(
  template: string,
  {
    title,
    description,
    head,
    html,
    site,
  }: { title?: string; description?: string; head: string; html: string; site: Site },
): string {
  let page = template;
  if (title !== undefined) page = replaceOnce(page, /<title>[^<]*<\/title>/, `<title>${title}</title>`);
  if (description !== undefined)
    page = replaceOnce(
      page,
      /<meta name="description"[^>]*>/,
      `<meta name="description" content="${description}" />`,
    );
  page = replaceOnce(page, '</head>', `${head}\n  </head>`);
  if (html !== '') page = replaceOnce(page, '<div id="root"></div>', `<div id="root">${html}</div>`);
  return replaceOnce(page, '</body>', `${dataElement('application/json', site, siteElement)}</body>`);
}

/** An element with JSON data, which cannot run as a script; escaping keeps the data from closing the element. */
function dataElement(type: string, data: object, id?: string): string {
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  return `<script type="${type}"${id === undefined ? '' : ` id="${id}"`}>${json}</script>`;
}

function pageFile(index: WebFile, html: string): WebFile {
  const plain = Buffer.from(html);
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length };
  let br: Buffer | undefined;
  let gzip: Buffer | undefined;
  return {
    ...index,
    etag,
    plain,
    // When they are first asked for: most processes are never asked for most pages.
    get br() {
      br ??= brotliCompressSync(plain, { params });
      return br;
    },
    get gzip() {
      gzip ??= gzipSync(plain);
      return gzip;
    },
  };
}

function sitemapOf(addresses: readonly string[]): string {
  const urls = addresses.map(address => `  <url><loc>${escapeHtml(address)}</loc></url>`).join('\n');
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls}\n</urlset>\n`;
}

function replaceOnce(page: string, what: string | RegExp, by: string): string {
  const made = page.replace(what, () => by);
  if (made === page) throw new Error(`index.html has no ${what}`);
  return made;
}

import { createHash } from 'node:crypto';
import express, { type Router } from 'express';
import type { SiteLinks } from '../../facade/site.ts';

const descriptions: Readonly<Record<keyof SiteLinks, string>> = {
  terms: 'the terms of service at the policy provider',
  privacy: 'the privacy policy at the policy provider',
  cookies: 'the cookie policy at the policy provider',
  images: 'our page on an image-sharing site',
  videos: 'our page on a video site',
  donate: 'the page where one donates',
};

const path = '/dev/elsewhere';
const style =
  ':root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; } body { margin: 3rem auto; max-width: 34rem; padding: 0 1rem; }';
const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; frame-ancestors 'none'`;

/** The external links in development. They lead to placeholder pages that say which page of another site belongs there. */
export function placeholderLinks(publicUrl: string): SiteLinks {
  return Object.fromEntries(
    Object.keys(descriptions).map(name => [name, `${publicUrl}${path}/${name}`]),
  ) as unknown as SiteLinks;
}

/** The placeholder pages. Development only. */
export function placeholderPages(): Router {
  const router = express.Router();
  router.get(`${path}/:name`, ({ params }, response, next) => {
    const what = Object.hasOwn(descriptions, params.name)
      ? descriptions[params.name as keyof SiteLinks]
      : undefined;
    if (what === undefined) return next();
    response.setHeader('Content-Security-Policy', policy);
    response.type('html').send(`<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>Elsewhere</title><style>${style}</style></head>
<body><main><h1>Elsewhere</h1><p>On this developer's machine this page stands in for ${what}.</p>
<p><a href="/">Back to Camino</a></p></main></body></html>`);
  });
  return router;
}

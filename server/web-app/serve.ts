import express, { type Request, type Response, type Router } from 'express';
import { hasSessionMarker } from '../../facade/session-marker.ts';
import type { WebFile, WebFiles } from './files.ts';
import { isPage, learnerPages } from './pages.ts';
import type { PublicPages } from './public-pages.ts';

/** Vite puts a hash into these names, so the files never change. */
const hashed = /^\/assets\//;

/** The built files by their addresses, to be mounted before the API. */
export function webFiles(files: WebFiles): Router {
  const router = express.Router();
  router.use((request, response, next) => {
    const path = decodePath(request.path);
    const file = isGetOrHead(request) && path !== '/index.html' ? files.get(path) : undefined;
    if (!file) return next();
    const isImmutable = hashed.test(path);
    response.setHeader('Cache-Control', isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache');
    send(request, response, file);
  });
  return router;
}

/**
 * Answers every navigation that nothing else answered with a page of the app; to be mounted last. Everything else is a 404
 * in JSON, so that no client takes a page for a missing file.
 * @param opening resolves to a function that returns the current pages
 */
export function webPages(opening: Promise<() => PublicPages>, publicUrl: string): Router {
  const router = express.Router();
  const robots = robotsFor(publicUrl);
  router.use(async (request, response) => {
    const known = isPage(request.path);
    const pages = (await opening)();
    if (isGetOrHead(request) && request.path === '/robots.txt')
      return void response.type('text').send(robots);
    if (isGetOrHead(request) && request.path === '/sitemap.xml')
      return void response.type('application/xml').send(pages.sitemap);
    if (!isGetOrHead(request) || !(known || isNavigation(request)))
      return void response.status(404).set('Cache-Control', 'no-store').json({ message: 'not found' });
    response.setHeader('Cache-Control', 'no-cache');
    if (!known) {
      response.status(404);
      return sendBody(request, response, pages.bare);
    }
    const mayBeSignedIn = hasSessionMarker(request.get('Cookie') ?? '');
    const path = request.path.length > 1 ? request.path.replace(/\/$/, '') : request.path;
    response.vary('Cookie');
    send(request, response, pages.at(path, mayBeSignedIn));
  });
  return router;
}

/** Allows search engines the public pages, and neither the pages behind a login nor paths that are no pages. */
function robotsFor(publicUrl: string): string {
  const closed = ['/auth/', '/dev/', '/sv/', ...learnerPages.map(name => `/${name}`)];
  return [
    'User-agent: *',
    ...closed.map(path => `Disallow: ${path}`),
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n');
}

function isGetOrHead({ method }: Request): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** Whether a browser navigates to a page: the path has no file extension and HTML is accepted by name. */
function isNavigation(request: Request): boolean {
  const last = request.path.slice(request.path.lastIndexOf('/') + 1);
  return (
    !last.includes('.') && !hashed.test(request.path) && /\btext\/html\b/.test(request.get('Accept') ?? '')
  );
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function send(request: Request, response: Response, file: WebFile): void {
  response.setHeader('ETag', file.etag);
  if (request.get('If-None-Match')?.includes(file.etag)) {
    response.vary('Accept-Encoding');
    response.status(304).end();
  } else sendBody(request, response, file);
}

function sendBody(request: Request, response: Response, file: WebFile): void {
  response.setHeader('Content-Type', file.type);
  response.vary('Accept-Encoding');
  const { body, encoding } = encodedFor(request, file);
  if (encoding) response.setHeader('Content-Encoding', encoding);
  response.setHeader('Content-Length', body.length);
  response.end(request.method === 'HEAD' ? undefined : body);
}

/** Looks only at the encoding that is sent: a public page is compressed when an encoding is first looked at. */
function encodedFor(request: Request, file: WebFile): { body: Buffer; encoding?: string } {
  const accepted = new Map(
    (request.get('Accept-Encoding') ?? '').split(',').map(part => {
      const [name = '', weight] = part
        .trim()
        .toLowerCase()
        .split(/\s*;\s*q=/);
      return [name, weight === undefined ? 1 : Number(weight)] as const;
    }),
  );
  for (const encoding of ['br', 'gzip'] as const) {
    const body = (accepted.get(encoding) ?? 0) > 0 ? file[encoding] : undefined;
    if (body) return { body, encoding };
  }
  return { body: file.plain };
}

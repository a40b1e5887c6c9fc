import express, { type Request, type Response, type Router } from 'express';
import { hasSessionMarker } from '../../facade/session-marker.ts';
import type { WebFile, WebFiles } from './files.ts';
import { isPage } from './pages.ts';
import type { PublicPages } from './public-pages.ts';

/** Vite puts a hash into these names: what stands there never changes. */
const hashed = /^\/assets\//;

/** The built files by their addresses, to be mounted before the API. */
export function webFiles(files: WebFiles): Router {
  const router = express.Router();
  router.use((request, response, next) => {
    const path = decoded(request.path);
    const file = isRead(request) && path !== '/index.html' ? files.get(path) : undefined;
    if (!file) return next();
    const lasting = hashed.test(path);
    response.setHeader('Cache-Control', lasting ? 'public, max-age=31536000, immutable' : 'no-cache');
    send(request, response, file);
  });
  return router;
}

/**
 * The app's page for every navigation that nothing else answered, to be mounted last. Everything else is a 404 in JSON:
 * a missing file that looked like a page would be taken for the file.
 * @param opening resolves to the pages as they are now
 */
export function webPages(opening: Promise<() => PublicPages>, publicUrl: string): Router {
  const router = express.Router();
  const robots = robotsFor(publicUrl);
  router.use(async (request, response) => {
    const known = isPage(request.path);
    const pages = (await opening)();
    if (isRead(request) && request.path === '/robots.txt') return void response.type('text').send(robots);
    if (isRead(request) && request.path === '/sitemap.xml')
      return void response.type('application/xml').send(pages.sitemap);
    if (!isRead(request) || !(known || isNavigation(request)))
      return void response.status(404).set('Cache-Control', 'no-store').json({ message: 'not found' });
    response.setHeader('Cache-Control', 'no-cache');
    if (!known) {
      response.status(404);
      return sendBody(request, response, pages.bare);
    }
    const mayBeSignedIn = hasSessionMarker(request.get('Cookie') ?? '');
    const path = request.path.length > 1 ? request.path.replace(/\/$/, '') : request.path;
    response.vary('Cookie');
    send(request, response, pages.at(path, mayBeSignedIn) ?? pages.bare);
  });
  return router;
}

/** Search engines find the public pages; what is behind a login, and what is not a page, is of no use to them. */
function robotsFor(publicUrl: string): string {
  const closed = [
    '/auth/',
    '/dev/',
    '/sv/',
    '/library',
    '/profile',
    '/settings',
    '/subscription',
    '/admin',
    '/desk',
  ];
  return [
    'User-agent: *',
    ...closed.map(path => `Disallow: ${path}`),
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n');
}

function isRead({ method }: Request): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** Somebody went there with a browser, and not to a file: no extension, and a page is asked for by name. */
function isNavigation(request: Request): boolean {
  const last = request.path.slice(request.path.lastIndexOf('/') + 1);
  return (
    !last.includes('.') && !hashed.test(request.path) && /\btext\/html\b/.test(request.get('Accept') ?? '')
  );
}

function decoded(path: string): string {
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

function encodedFor(request: Request, { plain, br, gzip }: WebFile): { body: Buffer; encoding?: string } {
  const accepted = new Map(
    (request.get('Accept-Encoding') ?? '').split(',').map(part => {
      const [name = '', weight] = part
        .trim()
        .toLowerCase()
        .split(/\s*;\s*q=/);
      return [name, weight === undefined ? 1 : Number(weight)] as const;
    }),
  );
  if (br && (accepted.get('br') ?? 0) > 0) return { body: br, encoding: 'br' };
  if (gzip && (accepted.get('gzip') ?? 0) > 0) return { body: gzip, encoding: 'gzip' };
  return { body: plain };
}

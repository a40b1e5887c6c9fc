import express, { type Request, type Response, type Router } from 'express';
import type { SiteLinks } from '../../facade/site.ts';
import type { WebFile, WebFiles } from './files.ts';
import { isPage } from './pages.ts';
import { withSiteLinks } from './site-links.ts';

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
 */
export function webPages(files: WebFiles, links: SiteLinks): Router {
  const router = express.Router();
  const built = files.get('/index.html');
  if (!built) throw new Error('the web app was built without an index.html');
  const index = withSiteLinks(built, links);
  router.use((request, response) => {
    const known = isPage(request.path);
    if (!isRead(request) || !(known || isNavigation(request)))
      return void response.status(404).set('Cache-Control', 'no-store').json({ message: 'not found' });
    response.setHeader('Cache-Control', 'no-cache');
    if (known) return send(request, response, index);
    response.status(404);
    sendBody(request, response, index);
  });
  return router;
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
    response.setHeader('Vary', 'Accept-Encoding');
    response.status(304).end();
  } else sendBody(request, response, file);
}

function sendBody(request: Request, response: Response, file: WebFile): void {
  response.setHeader('Content-Type', file.type);
  response.setHeader('Vary', 'Accept-Encoding');
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

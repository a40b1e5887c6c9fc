import {
  addRoute,
  cleanupOutdatedCaches,
  getCacheKeyForURL,
  matchPrecache,
  type PrecacheEntry,
  precache,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { CacheFirst, StaleWhileRevalidate } from 'workbox-strategies';

/** The service worker: the app's own files without a connection. What the server says of a learner it never touches. */

/** What is used of the global scope; the rest of the project is typed for pages. */
interface Scope {
  /** Put in by the build (server/web-app/precache.ts). */
  readonly __precache: (PrecacheEntry | string)[];
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<readonly unknown[]>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(
    type: 'activate' | 'message',
    listener: (event: { waitUntil(work: Promise<unknown>): void; readonly data?: unknown }) => void,
  ): void;
}
declare const self: Scope;

/** The page without content, which the build gives the address of the library. */
const shell = '/library';
/** Milliseconds until a page is taken from here, because the server takes too long. */
const PATIENCE = 4_000;
/** Files of this version that were asked for beside those kept from the start. */
const others = 'others';

precache(self.__precache);
cleanupOutdatedCaches();

// Pages come from the server when it answers, so that nobody stays with an old version.
registerRoute(
  new NavigationRoute(
    async ({ request }) => {
      // For the headers only: a page that has begun to come may take its time.
      const late = new AbortController();
      const timer = setTimeout(() => late.abort(), PATIENCE);
      try {
        const reply = await fetch(request, { signal: late.signal });
        if (reply.status < 500) return reply;
      } catch {
        // No connection.
      } finally {
        clearTimeout(timer);
      }
      const kept = await matchPrecache(shell);
      if (!kept) return Response.error();
      // The home page says nothing to somebody without a connection: what lies here does.
      return new URL(request.url).pathname === '/' ? Response.redirect(shell) : kept;
    },
    {
      allowlist: [
        /^\/(?:(?:library|vocabulary|import|progress|review|profile|settings)\/?)?(?:\?|$)/,
        /^\/sv\//,
      ],
    },
  ),
);
addRoute();
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
  new CacheFirst({ cacheName: others }),
);
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && /^\/(?:img|badges)\//.test(url.pathname),
  new StaleWhileRevalidate({ cacheName: 'pictures' }),
);

self.addEventListener('activate', event => {
  event.waitUntil(caches.delete(others).then(() => self.clients.claim()));
});

// Files of an older version go when this one takes over: no page that may still ask for them can be open.
self.addEventListener('message', event => {
  const { type, entry } = event.data as { type?: unknown; entry?: unknown };
  if (type !== 'take over' || typeof entry !== 'string' || !getCacheKeyForURL(entry)) return;
  event.waitUntil(
    self.clients
      .matchAll({ type: 'window', includeUncontrolled: true })
      .then(pages => (pages.length === 1 ? self.skipWaiting() : undefined)),
  );
});

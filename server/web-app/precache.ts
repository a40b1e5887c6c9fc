import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Manifest } from './manifest.ts';

/** A file that the service worker keeps. One whose address never changes its content has no revision. */
export interface PrecacheEntry {
  readonly url: string;
  readonly revision: string | null;
}

/** The file of the service worker, and the place in it where the list stands. */
const workerFile = 'worker.js';
const place = 'self.__precache';

/** Pages without use where there is no connection, and what only they need. */
const online =
  /(?:^|\/)_?(?:(?:admin|home|contact|legal|login|password|sign-up|verification|email-change|placement|subscription|analytics)\/|(?:Admin|Home|About|Faq|Donate|Contact|ReportIssue|Login|SignUp|Placement|Desk|recorder|analytics)[-.])/;
/** Files beside the chunks: typefaces of the languages taught, drawings, and what index.html and the manifest name. */
const assets = ['assets/*-latin-wght-*.woff2', 'assets/*.svg'];
const named = ['icon.svg', 'manifest.webmanifest', 'icons/any-192.png'];

/**
 * Puts into the service worker the list of what it keeps: the page without content, and what learners' pages need.
 * @param files the directory that browsers are served from
 * @throws Error when the worker has no place for the list
 */
export async function writePrecache(files: string, manifest: Manifest): Promise<void> {
  // The server puts the theme's script into the page.
  const index = await hashOf(join(files, 'index.html'), join(files, 'theme.js'));
  const entries: PrecacheEntry[] = [
    { url: '/library', revision: index },
    ...[...chunksOffline(manifest), ...globSync(assets, { cwd: files })].map(file => ({
      url: `/${file}`,
      revision: null,
    })),
    ...(await Promise.all(
      named.map(async file => ({ url: `/${file}`, revision: await hashOf(join(files, file)) })),
    )),
  ];
  const path = join(files, workerFile);
  const worker = await readFile(path, 'utf8');
  if (!worker.includes(place)) throw new Error(`${workerFile} has no ${place}`);
  await writeFile(
    path,
    worker.replace(place, () => JSON.stringify(entries)),
  );
}

/** Scripts and styles of the entry and of all pages that can be used without a connection. */
export function chunksOffline(manifest: Manifest): readonly string[] {
  const files = new Set<string>();
  const seen = new Set<string>();
  const add = (source: string) => {
    const chunk = manifest[source];
    if (!chunk || seen.has(source) || online.test(source) || online.test(chunk.file)) return;
    seen.add(source);
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file);
    for (const next of [...(chunk.imports ?? []), ...(chunk.dynamicImports ?? [])]) add(next);
  };
  for (const [source, { isEntry }] of Object.entries(manifest)) if (isEntry) add(source);
  return [...files].sort();
}

async function hashOf(...paths: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const path of paths) hash.update(await readFile(path));
  return hash.digest('hex').slice(0, 16);
}

import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';

/** A file of the built app, held in memory so that a newer build on disk does not affect it. */
export interface WebFile {
  readonly type: string;
  readonly etag: string;
  readonly plain: Buffer;
  /** Compressed at build time, when that made it smaller. */
  readonly br: Buffer | undefined;
  readonly gzip: Buffer | undefined;
}

/** By address, for example /assets/index-1a2b3c4d.js. */
export type WebFiles = ReadonlyMap<string, WebFile>;

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.png': 'image/png',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.wav': 'audio/wav',
  '.mp3': 'audio/mpeg',
};

/** Types worth compressing; the others are compressed already. */
export const compressible = /\.(html|js|css|json|webmanifest|svg|txt)$/;

export async function loadFiles(directory: string): Promise<WebFiles> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name).slice(directory.length).replaceAll('\\', '/'));
  const known = new Set(paths);
  const served = paths.filter(path => !/\.(br|gz)$/.test(path));
  const read = (path: string) => readFile(join(directory, path));
  const readIfThere = (path: string) => (known.has(path) ? read(path) : undefined);
  return new Map(
    await Promise.all(
      served.map(async path => {
        const [plain, br, gzip] = await Promise.all([
          read(path),
          readIfThere(`${path}.br`),
          readIfThere(`${path}.gz`),
        ]);
        const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
        const type = types[extname(path)] ?? 'application/octet-stream';
        return [path, { type, etag, plain, br, gzip }] as const;
      }),
    ),
  );
}

import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { PageChunks, RenderPages, ServerBuild } from '../../facade/rendered-page.ts';
import { compressible, loadFiles, type WebFiles } from './files.ts';
import { cycleIn, type Manifest } from './manifest.ts';
import { writePictures } from './pictures/pictures.ts';
import { writePrecache } from './precache.ts';

const root = join(import.meta.dirname, '../..');
/** One directory per build, named after the hash of its sources. */
const builds = join(root, 'web', 'dist');
/** Number of builds to keep: a running server may use an earlier one. */
const KEPT_BUILDS = 3;

/** The parts of a build, by their names in its directory. */
const parts = {
  /** The files for browsers. */
  files: 'files',
  /** The code with which the server renders the public pages. */
  render: 'render',
} as const;

export interface WebApp {
  readonly files: WebFiles;
  readonly manifest: Manifest;
  readonly render: RenderPages;
  readonly pageChunks: PageChunks;
}

/**
 * The built web app. It is built only when a source it depends on has changed.
 * @throws Error with the output of Vite
 */
export async function openWebApp(): Promise<WebApp> {
  const directory = await builtWebApp();
  const [files, manifest, build] = await Promise.all([
    loadFiles(join(directory, parts.files)),
    readFile(join(directory, manifestFile), 'utf8'),
    import(pathToFileURL(join(directory, parts.render, 'render.js')).href) as Promise<ServerBuild>,
  ]);
  return { files, manifest: JSON.parse(manifest), render: build.renderPages, pageChunks: build.pageChunks };
}

const manifestFile = 'manifest.json';

/** The directory with the built web app. */
export async function builtWebApp(): Promise<string> {
  const directory = join(builds, await sourceHash());
  if (existsSync(directory)) {
    const now = new Date();
    await utimes(directory, now, now).catch(() => {});
    return directory;
  }
  const unfinished = join(builds, `unfinished-${process.pid}`);
  await mkdir(unfinished, { recursive: true });
  try {
    const files = join(unfinished, parts.files);
    await Promise.all([
      runVite(['--outDir', files, '--manifest', manifestFile]),
      runVite(['--outDir', join(unfinished, parts.render), '--ssr', 'app/render.tsx']),
    ]);
    await rename(join(files, manifestFile), join(unfinished, manifestFile));
    await Promise.all([writePictures(files), runVite(['--outDir', files, '--mode', 'worker'])]);
    const manifest: Manifest = JSON.parse(await readFile(join(unfinished, manifestFile), 'utf8'));
    const cycle = cycleIn(manifest);
    if (cycle) throw new Error(`chunks import each other: ${cycle.join(' → ')}`);
    await writePrecache(files, manifest);
    await compressAll(files);
    await rename(unfinished, directory).catch(error => {
      // Another process has made the same build.
      if (!existsSync(directory)) throw error;
    });
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  await removeOldBuilds(directory);
  return directory;
}

/** The hash of everything a build depends on: the app, the rules and endpoints that it shares with the server, the packages. */
async function sourceHash(): Promise<string> {
  const files = globSync(
    [
      '{web,domain,facade}/**/*',
      'package-lock.json',
      'server/web-app/{build.ts,manifest.ts,precache.ts,pictures/*.ts}',
    ],
    {
      cwd: root,
      exclude: ['web/dist/**', 'facade/express/**', '**/*.spec.ts', '**/*.spec.tsx'],
      withFileTypes: true,
    },
  )
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
    .sort();
  const hashes = await Promise.all(
    files.map(async file => `${file.slice(root.length)} ${hashOf(await readFile(file))}`),
  );
  return hashOf(hashes.join('\n')).slice(0, 16);
}

function hashOf(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

/** Runs Vite in a process of its own, which gives its memory back, while the server starts. */
async function runVite(options: readonly string[]): Promise<void> {
  const home = dirname(createRequire(import.meta.url).resolve('vite/package.json'));
  const child = spawn(
    process.execPath,
    [join(home, 'bin', 'vite.js'), 'build', 'web', ...options, '--logLevel', 'warn'],
    { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, NODE_ENV: 'production' } },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', chunk => {
      output += chunk;
    });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
  if (code !== 0) throw new Error(`the web app could not be built:\n${output.trim()}`);
}

async function compressAll(directory: string): Promise<void> {
  const files = globSync('**/*', { cwd: directory }).filter(file => compressible.test(file));
  await Promise.all(
    files.map(async file => {
      const path = join(directory, file);
      const plain = await readFile(path);
      const [br, gz] = await Promise.all([
        promisify(brotliCompress)(plain, {
          params: {
            [constants.BROTLI_PARAM_QUALITY]: 11,
            [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
          },
        }),
        promisify(gzip)(plain, { level: 9 }),
      ]);
      if (br.length < plain.length) await writeFile(`${path}.br`, br);
      if (gz.length < plain.length) await writeFile(`${path}.gz`, gz);
    }),
  );
}

async function removeOldBuilds(newest: string): Promise<void> {
  const names = (await readdir(builds)).filter(name => /^[0-9a-f]{16}$/.test(name));
  const aged = await Promise.all(
    names.map(async name => ({ path: join(builds, name), used: (await stat(join(builds, name))).mtimeMs })),
  );
  const old = aged
    .filter(({ path }) => path !== newest)
    .sort((a, b) => b.used - a.used)
    .slice(KEPT_BUILDS - 1);
  for (const { path } of old) await rm(path, { recursive: true, force: true });
}

/**
 * The import rule of docs/architecture.md: each layer (a top-level folder) may import only the layers named here.
 * Run by `npm run lint`; prints every import that breaks the rule with file and line, and exits 1 if there is one. Import
 * cycles between files, folders and chunks of the browser's build are refused as well.
 */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chunkGroups } from '../web/build/chunk-groups.ts';
import { chunkCycles } from './chunk-cycles.ts';
import { importCycles, importGraph } from './import-cycles.ts';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

const product = [
  'domain',
  'facade',
  'database',
  'event-store',
  'projections',
  'command-api',
  'query-api',
  'library',
  'scheduling',
] as const;
const withoutWeb = [...product, 'simulation', 'server'] as const;

const layers: Readonly<Record<string, readonly string[]>> = {
  domain: [],
  caching: [],
  concurrency: [],
  database: [],
  'event-store': ['caching', 'concurrency'],
  facade: ['domain', 'caching'],
  library: ['domain'],
  scheduling: ['domain'],
  projections: ['domain', 'scheduling', 'event-store', 'database', 'concurrency'],
  'command-api': ['domain', 'scheduling', 'facade', 'event-store', 'database', 'caching'],
  'query-api': ['domain', 'scheduling', 'facade', 'database', 'caching', 'projections', 'event-store'],
  web: ['domain', 'facade'],
  simulation: ['domain', 'scheduling', 'event-store', 'command-api'],
  server: [...product, 'simulation', 'concurrency'],
  tooling: [...withoutWeb, 'web'],
  e2e: [...withoutWeb, 'web', 'tooling'],
  bench: [...withoutWeb, 'web', 'tooling'],
};

/** Rules inside a layer, and those that need more than its name. */
function refusalOf(from: string, to: string, typeOnly: boolean): string | undefined {
  if (from.startsWith('query-api/') && to.startsWith('projections/') && !typeOnly)
    return 'query-api may import only the table types of projections (import type)';
  if (
    from.startsWith('query-api/') &&
    to.startsWith('event-store/') &&
    !(to === 'event-store/stream-reader.ts' && typeOnly)
  )
    return 'of the log, query-api may import only the type of its read-only port, event-store/stream-reader.ts';
  if (from.startsWith('web/') && to.startsWith('facade/express/'))
    return 'the browser must not import the server half of the facade';
  if (/^facade\/(?!express\/)/.test(from) && to.startsWith('facade/express/'))
    return 'the endpoint table must not import its Express binding';
  if (from.startsWith('web/shared/') && /^web\/(features|app)\//.test(to))
    return 'web/shared must not import features or app';
  if (from.startsWith('web/features/') && to.startsWith('web/app/'))
    return 'web/features must not import web/app';
  return undefined;
}

const importPattern =
  /(?:^|\n)\s*(import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/g;

export function importOffences(file: string, source: string): string[] {
  const layer = file.split('/')[0] ?? '';
  const allowed = layers[layer];
  if (allowed === undefined) return [];
  const found: string[] = [];
  for (const match of source.matchAll(importPattern)) {
    const specifier = match[3] ?? match[4] ?? '';
    const line = source.slice(0, match.index + match[0].length).split('\n').length;
    const report = (reason: string) => found.push(`${file}:${line} imports ${specifier}: ${reason}`);
    if (!specifier.startsWith('.')) {
      if (file.startsWith('web/') && /^zod\b/.test(specifier))
        report('the browser does not validate: it would load the whole library for it');
      if (layer === 'domain' && !/\.spec\.ts$/.test(file)) report('domain uses no package and no platform');
      continue;
    }
    // A spec, and what only specs import, may use any layer to set up what it tests; shipped code may not.
    if (/\.spec\.tsx?$|\/testing\//.test(file)) continue;
    const target = join(dirname(file), specifier).split('\\').join('/');
    const targetLayer = target.split('/')[0] ?? '';
    if (targetLayer !== layer && !allowed.includes(targetLayer))
      report(
        `${layer} may import ${allowed.length ? allowed.join(', ') : 'no other layer'}, not ${targetLayer}`,
      );
    const reason = refusalOf(file, target, match[2] !== undefined);
    if (reason) report(reason);
  }
  return found;
}

if (import.meta.filename === process.argv[1]) {
  const files = globSync('*/**/*.{ts,tsx}', {
    cwd: root,
    exclude: ['node_modules/**', '**/dist/**', '.data/**'],
  });
  const found = files.flatMap(file =>
    importOffences(relative('.', file).split('\\').join('/'), readFileSync(join(root, file), 'utf8')),
  );
  // Specs, and what only specs import, may use any folder.
  const shipped = files.filter(file => !/\.spec\.tsx?$|\/testing\/|^event-store\/suite\//.test(file));
  const sources = new Map(shipped.map(file => [file, readFileSync(join(root, file), 'utf8')]));
  found.push(...importCycles(importGraph(sources)));
  const browser = new Map([...sources].filter(([file]) => /^(web|domain|facade)\//.test(file)));
  found.push(...chunkCycles(browser, { entry: 'web/app/main.tsx', groups: chunkGroups }));
  for (const line of found) console.error(line);
  console.log(`Import rule: ${files.length} files, ${found.length} offences`);
  process.exit(found.length ? 1 : 0);
}

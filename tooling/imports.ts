/**
 * The import rule of docs/architecture.md: each room of the house may import only the rooms named here.
 * Run by `npm run lint`; prints every offending import with file and line, and exits 1 if there is one.
 */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

const all = 'all';
const rooms: Record<string, readonly string[] | typeof all> = {
  domain: [],
  database: [],
  'event-store': [],
  facade: ['domain'],
  library: ['domain'],
  projections: ['domain', 'event-store', 'database'],
  'command-api': ['domain', 'facade', 'event-store', 'database'],
  'query-api': ['domain', 'facade', 'database', 'projections'],
  web: ['domain', 'facade'],
  server: all,
  e2e: all,
  bench: all,
  tooling: all,
};

/** Inside a room: rules that a room's name alone cannot say. */
function refusedWithin(from: string, to: string, typeOnly: boolean): string | undefined {
  if (from.startsWith('query-api/') && to.startsWith('projections/') && !typeOnly)
    return 'query-api may import only the table types of projections (import type)';
  if (from.startsWith('web/') && to.startsWith('facade/express/'))
    return 'the browser must not import the server half of the facade';
  if (/^facade\/(?!express\/)/.test(from) && to.startsWith('facade/express/') && !from.endsWith('.spec.ts'))
    return 'the endpoint table must not import its Express binding';
  if (from.startsWith('web/shared/') && /^web\/(features|app)\//.test(to))
    return 'web/shared must not import features or app';
  if (from.startsWith('web/features/') && to.startsWith('web/app/'))
    return 'web/features must not import web/app';
  return undefined;
}

const importPattern =
  /(?:^|\n)\s*(import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/g;

export function offences(file: string, source: string): string[] {
  const room = file.split('/')[0] ?? '';
  const allowed = rooms[room];
  if (allowed === undefined) return [];
  const found: string[] = [];
  for (const match of source.matchAll(importPattern)) {
    const specifier = match[3] ?? match[4] ?? '';
    const line = source.slice(0, match.index + match[0].length).split('\n').length;
    const say = (why: string) => found.push(`${file}:${line} imports ${specifier}: ${why}`);
    if (!specifier.startsWith('.')) {
      if (room === 'domain' && !/\.spec\.ts$/.test(file)) say('domain uses no package and no platform');
      continue;
    }
    const target = join(dirname(file), specifier).split('\\').join('/');
    const targetRoom = target.split('/')[0] ?? '';
    // A spec, and what only specs import, may build what it tests out of any room; shipped code may not.
    const isTest = /\.spec\.tsx?$|\/testing\//.test(file);
    if (targetRoom !== room && allowed !== all && !allowed.includes(targetRoom) && !isTest)
      say(`${room} may import ${allowed.length ? allowed.join(', ') : 'no other room'}, not ${targetRoom}`);
    const within = isTest ? undefined : refusedWithin(file, target, match[2] !== undefined);
    if (within) say(within);
  }
  return found;
}

if (import.meta.filename === process.argv[1]) {
  const files = globSync('*/**/*.{ts,tsx}', {
    cwd: root,
    exclude: ['node_modules/**', '**/dist/**', '.data/**'],
  });
  const found = files.flatMap(file =>
    offences(relative('.', file).split('\\').join('/'), readFileSync(join(root, file), 'utf8')),
  );
  for (const line of found) console.error(line);
  console.log(`Import rule: ${files.length} files, ${found.length} offences`);
  process.exit(found.length ? 1 : 0);
}

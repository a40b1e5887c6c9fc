import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/**
 * A connection without an error listener ends the process when the server ends it (57P01). Pools come from
 * `database/pool.ts`; the log, which imports no other folder, has one of its own. A client listens where it is made.
 */
function unlistened(file: string, source: string): string[] {
  const found: string[] = [];
  for (const { index, 0: made } of source.matchAll(/new (?:pg\.)?(?:Pool|Client)\(/g)) {
    const line = source.slice(0, index).split('\n').length;
    const near = source
      .split('\n')
      .slice(line - 1, line + 14)
      .join('\n');
    const ownPool = file === 'database/pool.ts' || file === 'event-store/postgres/postgres-log.ts';
    const listens =
      near.includes(`.on('error'`) && (made.endsWith('Client(') || near.includes(`.on('connect'`));
    if (!listens || (made.endsWith('Pool(') && !ownPool)) found.push(`${file}:${line}`);
  }
  return found;
}

test('no pool and no client is made without an error listener', () => {
  const root = new URL('..', import.meta.url).pathname;
  const files = globSync('*/**/*.{ts,tsx}', {
    cwd: root,
    exclude: ['node_modules/**', '.data/**', '**/dist/**'],
  });
  expect(files).toContain('database/pool.ts');
  const offences = files
    .filter(file => file !== 'tooling/database-connections.spec.ts')
    .flatMap(file => unlistened(file, readFileSync(root + file, 'utf8')));
  expect(offences).toEqual([]);
});

test.each([
  ['a client', `const client = new pg.Client(url);\nawait client.connect();`, 1],
  ['a client that listens', `const client = new pg.Client(url);\nclient.on('error', () => {});`, 0],
  [
    'a pool elsewhere',
    `const pool = new pg.Pool({});\npool.on('error', () => {});\npool.on('connect', f);`,
    1,
  ],
  ['an imported class', `const pool = new Pool({});`, 1],
])('%s', (_, source, offences) => expect(unlistened('server/any.ts', source)).toHaveLength(offences));

import { expect, test } from 'vitest';
import { importOffences } from './imports.ts';

test('a layer may import only the layers it is allowed', () => {
  expect(importOffences('query-api/books.ts', `import { x } from '../event-store/log.ts';`)).toEqual([
    'query-api/books.ts:1 imports ../event-store/log.ts: of the log, query-api may import only the type of its read-only port, event-store/stream-reader.ts',
  ]);
  expect(importOffences('command-api/a/b.ts', `import { x } from '../../event-store/log.ts';`)).toEqual([]);
  expect(importOffences('web/features/library/a.ts', `import { x } from './library/b.ts';`)).toEqual([]);
});

test('the domain imports no package, and query-api only types of the projections', () => {
  expect(importOffences('domain/a.ts', `\nimport { z } from 'zod';`)).toHaveLength(1);
  expect(importOffences('query-api/a.ts', `import { t } from '../projections/tables.ts';`)).toHaveLength(1);
  expect(importOffences('query-api/a.ts', `import type { T } from '../projections/tables.ts';`)).toEqual([]);
});

test('of the log, query-api imports the type of its read-only port and nothing else', () => {
  const port = `'../event-store/stream-reader.ts'`;
  expect(importOffences('query-api/a.ts', `import type { StreamReader } from ${port};`)).toEqual([]);
  expect(importOffences('query-api/a.ts', `import { streamReader } from ${port};`)).toHaveLength(1);
  expect(importOffences('query-api/a.ts', `import type { Log } from '../event-store/log.ts';`)).toHaveLength(
    1,
  );
  expect(
    importOffences('query-api/b/a.ts', `import type { Log } from '../../event-store/log.ts';`),
  ).toHaveLength(1);
});

test('imports over several lines, re-exports and dynamic imports are seen', () => {
  expect(importOffences('domain/a.ts', `import {\n  a,\n  b,\n} from '../facade/x.ts';`)).toHaveLength(1);
  expect(importOffences('domain/a.ts', `export { a } from '../facade/x.ts';`)).toHaveLength(1);
  expect(importOffences('domain/a.ts', `const a = await import('../facade/x.ts');`)).toHaveLength(1);
});

test('benchmarks and browser tests do not import each other, and the product imports neither', () => {
  expect(importOffences('bench/a.ts', `import { x } from '../e2e/x.ts';`)).toHaveLength(1);
  expect(importOffences('e2e/chaos/a.ts', `import { x } from '../../bench/x.ts';`)).toHaveLength(1);
  expect(importOffences('server/a.ts', `import { x } from '../tooling/x.ts';`)).toHaveLength(1);
  expect(importOffences('bench/a.ts', `import { x } from '../simulation/x.ts';`)).toEqual([]);
});

import { expect, test } from 'vitest';
import { offences } from './imports.ts';

test('a layer may import only the layers it is allowed', () => {
  expect(offences('query-api/books.ts', `import { x } from '../event-store/log.ts';`)).toEqual([
    'query-api/books.ts:1 imports ../event-store/log.ts: of the log, query-api may import only the type of its read-only port, event-store/stream-reader.ts',
  ]);
  expect(offences('command-api/a/b.ts', `import { x } from '../../event-store/log.ts';`)).toEqual([]);
  expect(offences('web/features/library/a.ts', `import { x } from './library/b.ts';`)).toEqual([]);
});

test('the domain imports no package, and query-api only types of the projections', () => {
  expect(offences('domain/a.ts', `\nimport { z } from 'zod';`)).toHaveLength(1);
  expect(offences('query-api/a.ts', `import { t } from '../projections/tables.ts';`)).toHaveLength(1);
  expect(offences('query-api/a.ts', `import type { T } from '../projections/tables.ts';`)).toEqual([]);
});

test('of the log, query-api imports the type of its read-only port and nothing else', () => {
  const port = `'../event-store/stream-reader.ts'`;
  expect(offences('query-api/a.ts', `import type { StreamReader } from ${port};`)).toEqual([]);
  expect(offences('query-api/a.ts', `import { streamReader } from ${port};`)).toHaveLength(1);
  expect(offences('query-api/a.ts', `import type { Log } from '../event-store/log.ts';`)).toHaveLength(1);
  expect(offences('query-api/b/a.ts', `import type { Log } from '../../event-store/log.ts';`)).toHaveLength(
    1,
  );
});

test('imports over several lines, re-exports and dynamic imports are seen', () => {
  expect(offences('domain/a.ts', `import {\n  a,\n  b,\n} from '../facade/x.ts';`)).toHaveLength(1);
  expect(offences('domain/a.ts', `export { a } from '../facade/x.ts';`)).toHaveLength(1);
  expect(offences('domain/a.ts', `const a = await import('../facade/x.ts');`)).toHaveLength(1);
});

test('benchmarks and browser tests do not import each other, and the product imports neither', () => {
  expect(offences('bench/a.ts', `import { x } from '../e2e/x.ts';`)).toHaveLength(1);
  expect(offences('e2e/chaos/a.ts', `import { x } from '../../bench/x.ts';`)).toHaveLength(1);
  expect(offences('server/a.ts', `import { x } from '../tooling/x.ts';`)).toHaveLength(1);
  expect(offences('bench/a.ts', `import { x } from '../simulation/x.ts';`)).toEqual([]);
});

import { expect, test } from 'vitest';
import { offences } from './imports.ts';

test('a room may import only the rooms it is allowed', () => {
  expect(offences('query-api/books.ts', `import { x } from '../event-store/log.ts';`)).toEqual([
    'query-api/books.ts:1 imports ../event-store/log.ts: query-api may import domain, facade, database, projections, not event-store',
  ]);
  expect(offences('command-api/a/b.ts', `import { x } from '../../event-store/log.ts';`)).toEqual([]);
  expect(offences('web/features/library/a.ts', `import { x } from './library/b.ts';`)).toEqual([]);
});

test('the domain imports no package, and query-api only types of the projections', () => {
  expect(offences('domain/a.ts', `\nimport { z } from 'zod';`)).toHaveLength(1);
  expect(offences('query-api/a.ts', `import { t } from '../projections/tables.ts';`)).toHaveLength(1);
  expect(offences('query-api/a.ts', `import type { T } from '../projections/tables.ts';`)).toEqual([]);
});

test('imports over several lines, re-exports and dynamic imports are seen', () => {
  expect(offences('domain/a.ts', `import {\n  a,\n  b,\n} from '../facade/x.ts';`)).toHaveLength(1);
  expect(offences('domain/a.ts', `export { a } from '../facade/x.ts';`)).toHaveLength(1);
  expect(offences('domain/a.ts', `const a = await import('../facade/x.ts');`)).toHaveLength(1);
});

import { expect, test } from 'vitest';
import { importCycles, importGraph } from './import-cycles.ts';

const found = (sources: Readonly<Record<string, string>>) =>
  importCycles(importGraph(new Map(Object.entries(sources))));

test('files that import each other in the end are a circle, a type import included', () => {
  expect(
    found({
      'runner/lead.ts': `import { rebuild } from './rebuild.ts';`,
      'runner/rebuild.ts': `import { grow } from './grow.ts';`,
      'runner/grow.ts': `import type { Leading } from './lead.ts';`,
    }),
  ).toEqual(['circle of files: runner/grow.ts, runner/lead.ts, runner/rebuild.ts']);
});

test('two folders side by side that import each other are a circle, though no two files do', () => {
  expect(
    found({
      'bench/a.ts': `import { x } from '../e2e/x.ts';`,
      'e2e/x.ts': '',
      'e2e/y.ts': `const b = await import('../bench/b.ts');`,
      'bench/b.ts': '',
    }),
  ).toEqual(['circle in the root: bench, e2e']);
});

test('a folder that imports from a file above it which uses the folder is a circle', () => {
  expect(
    found({
      'log/log.ts': `export { open } from './postgres/open.ts';`,
      'log/postgres/open.ts': `import { Log } from '../log.ts';`,
    }),
  ).toContain('circle in log: log/log.ts, log/postgres');
});

test('a folder may use what stands above it, and what is above another folder', () => {
  expect(
    found({
      'log/log.ts': '',
      'log/open.ts': `import { open } from './postgres/open.ts';`,
      'log/postgres/open.ts': `import { Log } from '../log.ts';\nimport { wait } from '../../wait/wait.ts';`,
      'wait/wait.ts': `import pg from 'pg';`,
    }),
  ).toEqual([]);
});

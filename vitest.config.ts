import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/**
 * `unit` needs nothing, `component` a document, `integration` gets a real Postgres, `browser` the running application and
 * a Chromium.
 */
const integration = [
  'event-store/**/*.spec.ts',
  'projections/**/*.spec.ts',
  'database/**/*.spec.ts',
  'command-api/**/*.spec.ts',
  'query-api/**/*.spec.ts',
  'simulation/**/*.spec.ts',
  'server/**/*.spec.ts',
  'tooling/dev/**/*.spec.ts',
  'facade/express/**/*.spec.ts',
];

/** Components and hooks: all that begin with the line that asks for a document. */
const component = globSync('web/**/*.spec.{ts,tsx}', { cwd: import.meta.dirname }).filter(path =>
  readFileSync(path, 'utf8').startsWith('// @vitest-environment jsdom'),
);

/** Milliseconds, far above what anything takes: a busy machine fails no test. */
const patience = {
  testTimeout: 600_000,
  hookTimeout: 600_000,
  // To look again takes a call and some of the processor that is waited for.
  expect: { poll: { timeout: 120_000, interval: 50 } },
};

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          ...patience,
          include: ['{caching,concurrency,domain,facade,library,scheduling,web,tooling}/**/*.spec.{ts,tsx}'],
          exclude: [...integration, ...component, 'node_modules/**'],
          setupFiles: ['tooling/testing/setup.ts'],
          // Rules hold no state, and loading them anew takes longer than most files do.
          isolate: false,
          // All cores: by default one is left to vitest itself, which has little to do.
          maxWorkers: availableParallelism(),
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'component',
          ...patience,
          // Every file has a document and modules of its own in a process that has loaded jsdom before.
          pool: 'vmForks',
          include: component,
          setupFiles: ['web/testing/setup.ts'],
          maxWorkers: availableParallelism(),
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'integration',
          ...patience,
          include: integration,
          globalSetup: ['tooling/testing/global-setup.ts'],
          setupFiles: ['tooling/testing/setup.ts'],
          // The server's modules hold no state, and loading them takes longer than most files do.
          isolate: false,
          // They wait for processes and databases, too.
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'browser',
          ...patience,
          include: ['e2e/**/*.spec.ts'],
          globalSetup: ['tooling/testing/global-setup.ts', 'tooling/testing/app.ts'],
          setupFiles: ['tooling/testing/setup.ts'],
          // A worker has one browser for all of its files (e2e/browser.ts).
          isolate: false,
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});

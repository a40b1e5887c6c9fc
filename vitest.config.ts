import { defineConfig } from 'vitest/config';

/** `unit` needs nothing, `integration` gets a real Postgres, `browser` the running application and a Chromium. */
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

/** Milliseconds, far above what anything takes: a busy machine fails no test. */
const patience = {
  testTimeout: 600_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 120_000, interval: 20 } },
};

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          ...patience,
          include: ['{caching,concurrency,domain,facade,library,scheduling,web,tooling}/**/*.spec.{ts,tsx}'],
          exclude: [...integration, 'node_modules/**'],
          setupFiles: ['web/testing/setup.ts'],
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'integration',
          ...patience,
          include: integration,
          globalSetup: ['tooling/testing/global-setup.ts'],
          // They wait for processes and databases more than they compute.
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
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});

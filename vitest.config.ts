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

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{concurrency,domain,facade,library,scheduling,web,tooling}/**/*.spec.{ts,tsx}'],
          exclude: [...integration, 'node_modules/**'],
          setupFiles: ['web/testing/setup.ts'],
          testTimeout: 60_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'integration',
          include: integration,
          globalSetup: ['tooling/testing/global-setup.ts'],
          // Far above what they need: a busy machine fails no test.
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // They wait for processes and databases more than they compute.
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'browser',
          include: ['e2e/**/*.spec.ts'],
          globalSetup: ['tooling/testing/app.ts'],
          maxWorkers: 2,
          testTimeout: 240_000,
          hookTimeout: 120_000,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});

import { defineConfig } from 'vitest/config';

/** Two projects: `unit` needs nothing, `integration` gets a real Postgres. Browser tests live in e2e/. */
const integration = [
  'event-store/**/*.spec.ts',
  'projections/**/*.spec.ts',
  'database/**/*.spec.ts',
  'command-api/**/*.spec.ts',
  'query-api/**/*.spec.ts',
  'server/**/*.spec.ts',
  'facade/express/**/*.spec.ts',
];

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{domain,facade,library,web,tooling}/**/*.spec.{ts,tsx}'],
          exclude: [...integration, 'node_modules/**'],
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'integration',
          include: integration,
          globalSetup: ['tooling/testing/global-setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});

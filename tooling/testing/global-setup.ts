import type { TestProject } from 'vitest/node';
import { embeddedPostgres } from '../../server/postgres/postgres.ts';
import { runDirectory } from './run-directory.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A Postgres cluster for this test run; tests make databases of their own in it. */
    postgresUrl: string;
  }
}

/** One real Postgres for the whole run: `TEST_POSTGRES_URL`, or an embedded one that goes away with the run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['TEST_POSTGRES_URL'];
  if (given) {
    project.provide('postgresUrl', given);
    return async () => {};
  }
  const { directory, remove } = await runDirectory();
  const server = await embeddedPostgres({ directory, throwaway: true });
  project.provide('postgresUrl', server.url);
  return async () => {
    await server.stop();
    await remove();
  };
}

import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { embeddedPostgres } from '../../server/postgres/postgres.ts';
import { runDirectory } from './run-directory.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A Postgres cluster for this test run; tests make databases of their own in it. */
    postgresUrl: string;
    /** Unique among runs on the same cluster; a part of the names of what they share. */
    runId: string;
  }
}

/** One real Postgres for the whole run: `TEST_POSTGRES_URL`, or an embedded one that is removed after it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const runId = randomBytes(4).toString('hex');
  project.provide('runId', runId);
  const given = process.env['TEST_POSTGRES_URL'];
  if (given) {
    project.provide('postgresUrl', given);
    return () => dropTemplates(given, runId);
  }
  const { directory, remove } = await runDirectory();
  const server = await embeddedPostgres({ directory, throwaway: true });
  project.provide('postgresUrl', server.url);
  return async () => {
    await server.stop();
    await remove();
  };
}

async function dropTemplates(url: string, runId: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query<{ datname: string }>(
    'select datname from pg_database where starts_with(datname, $1)',
    [`template_${runId}_`],
  );
  for (const { datname } of rows) await client.query(`drop database ${datname} with (force)`);
  await client.end();
}

import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';

/**
 * A fresh, empty database on the test cluster, dropped when the running test (or suite, with `keep`) is over.
 * @param keep the caller drops it itself, for example in `afterAll`
 */
export async function testDatabase(
  options: { keep?: boolean } = {},
): Promise<{ url: string; drop: () => Promise<void> }> {
  const cluster = new URL(inject('postgresUrl'));
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await administer(cluster.href, `create database ${name}`);
  const url = new URL(cluster);
  url.pathname = `/${name}`;
  const drop = () => administer(cluster.href, `drop database if exists ${name} with (force)`);
  if (!options.keep) onTestFinished(drop);
  return { url: url.href, drop };
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';

/**
 * A fresh, empty database on the test cluster, dropped when the running test (or suite, with `keep`) is over.
 * @param options.keep the caller drops it itself, for example in `afterAll`
 * @param options.template copied instead of an empty database
 */
export async function testDatabase({
  keep = false,
  template,
}: {
  keep?: boolean;
  template?: Template;
} = {}): Promise<{ url: string; drop: () => Promise<void> }> {
  const cluster = new URL(inject('postgresUrl'));
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  if (template) await makeTemplate(cluster, template);
  await administer(cluster.href, `create database ${name}${template ? ` template ${nameOf(template)}` : ''}`);
  const url = databaseUrl(cluster, name);
  const drop = () => administer(cluster.href, `drop database if exists ${name} with (force)`);
  if (!keep) onTestFinished(drop);
  return { url, drop };
}

/** What many tests prepare alike, prepared once in a run. */
export interface Template {
  /** Letters only. */
  readonly name: string;
  /** Leaves no connection open. */
  readonly prepare: (url: string) => Promise<void>;
}

const nameOf = ({ name }: Template) => `template_${inject('runId')}_${name}`;

function databaseUrl(cluster: URL, name: string): string {
  const url = new URL(cluster);
  url.pathname = `/${name}`;
  return url.href;
}

/** Makes a template unless this run has it already, in whichever of its processes. */
async function makeTemplate(cluster: URL, template: Template): Promise<void> {
  const name = nameOf(template);
  const client = new pg.Client({ connectionString: cluster.href });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('select pg_advisory_lock(hashtext($1))', [name]);
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (rowCount) return;
    const unfinished = `${name}_unfinished`;
    await client.query(`drop database if exists ${unfinished} with (force)`);
    await client.query(`create database ${unfinished}`);
    await template.prepare(databaseUrl(cluster, unfinished));
    await client.query(`alter database ${unfinished} rename to ${name}`);
  } finally {
    // Also gives the lock back.
    await client.end();
  }
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

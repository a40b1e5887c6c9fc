import { createHash } from 'node:crypto';
import pg from 'pg';
import { backoff, wait } from '../../concurrency/wait.ts';
import { openPool } from '../../database/pool.ts';
import { PUT_ASIDE } from '../runner/builds/tables.ts';
import { reason } from '../runner/session.ts';
import type { View } from './view.ts';
import { views as allViews } from './views.ts';

const quoted = pg.escapeIdentifier;
const literal = (text: string) => pg.escapeLiteral(text.replace(/\s+/g, ' '));

/** Hash of all definitions, stored as the schema's comment, to detect outdated views quickly. */
const fingerprintOf = (views: readonly View[]) =>
  `Views for analysts, edition ${createHash('sha256').update(JSON.stringify(views)).digest('hex').slice(0, 12)}`;

/**
 * Creates schema `analytics` or updates its views. Privileges of analysts stay. A view whose read models do not exist yet,
 * or still have the columns of an older version, is not changed.
 * @returns the names of the views that could not be created yet
 * @throws pg.DatabaseError when a view that changes is being read and cannot be locked within two seconds
 */
export async function installAnalytics(
  pool: pg.Pool,
  views: readonly View[] = allViews,
): Promise<readonly string[]> {
  const client = await pool.connect();
  try {
    if (await isUpToDate(client, views)) return [];
    await client.query('begin');
    await client.query(`set local lock_timeout = '2s'`);
    await client.query(`select pg_advisory_xact_lock(hashtextextended('analytics installation', 0))`);
    await client.query('create schema if not exists analytics');
    await dropOthers(client, views);
    const missing: string[] = [];
    for (const view of views) if (!(await install(client, view))) missing.push(view.name);
    if (missing.length === 0)
      await client.query(`comment on schema analytics is ${literal(fingerprintOf(views))}`);
    await client.query('commit');
    return missing;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  } finally {
    client.release();
  }
}

/** All views exist with the definitions of the code, and none reads a view that a swap renamed. */
async function isUpToDate(client: pg.ClientBase, views: readonly View[]): Promise<boolean> {
  const { rows } = await client.query<{ count: number; aside: number }>(
    `select count(distinct made.oid)::int as count,
       count(*) filter (where source.relname like '%' || replace($2, '_', '\\_') || '%')::int as aside
     from pg_namespace as schema
     join pg_class as made on made.relnamespace = schema.oid and made.relkind = 'v'
     join pg_rewrite as rule on rule.ev_class = made.oid
     join pg_depend as needs on needs.objid = rule.oid and needs.refclassid = 'pg_class'::regclass
     join pg_class as source on source.oid = needs.refobjid
     where schema.nspname = 'analytics' and obj_description(schema.oid, 'pg_namespace') = $1`,
    [fingerprintOf(views), PUT_ASIDE],
  );
  return rows[0]?.count === views.length && rows[0].aside === 0;
}

async function dropOthers(client: pg.ClientBase, views: readonly View[]): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select viewname as name from pg_views where schemaname = 'analytics' and viewname <> all($1)`,
    [views.map(({ name }) => name)],
  );
  for (const { name } of rows) await client.query(`drop view if exists analytics.${quoted(name)} cascade`);
}

/** undefined_table, undefined_column, invalid_schema_name. */
const notThereYet = new Set(['42P01', '42703', '3F000']);
/** Error of `create or replace view` unless existing columns stay the same and new ones come last. */
const INCOMPATIBLE_COLUMNS = '42P16';

async function install(client: pg.ClientBase, view: View): Promise<boolean> {
  const name = `analytics.${quoted(view.name)}`;
  const definition = `view ${name} (${Object.keys(view.columns).map(quoted).join(', ')}) as ${view.select}`;
  const comments = Object.entries(view.columns).map(
    ([column, description]) => `comment on column ${name}.${quoted(column)} is ${literal(description)}`,
  );
  await client.query('savepoint installing');
  try {
    await inPlace(client, definition, name);
    for (const comment of [`comment on view ${name} is ${literal(view.description)}`, ...comments])
      await client.query(comment);
    return true;
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || !notThereYet.has(error.code ?? '')) throw error;
    await client.query('rollback to savepoint installing');
    return false;
  }
}

async function inPlace(client: pg.ClientBase, definition: string, name: string): Promise<void> {
  await client.query('savepoint replacing');
  try {
    await client.query(`create or replace ${definition}`);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== INCOMPATIBLE_COLUMNS) throw error;
    await client.query('rollback to savepoint replacing');
    await client.query(`drop view ${name} cascade`);
    await client.query(`create ${definition}`);
  }
}

/** Milliseconds between checks of the views. */
const CHECK_INTERVAL = 5_000;

/**
 * Keeps the views up to date until the signal aborts: creates them once the read models exist, and updates them after a
 * swap that changed columns. Safe to run in several processes at once.
 * @returns resolves after the signal; never rejects
 */
export async function keepViewsCurrent({
  databaseUrl,
  signal,
  report,
}: {
  readonly databaseUrl: string;
  readonly signal: AbortSignal;
  readonly report: (line: string) => void;
}): Promise<void> {
  const pool = openPool({ connectionString: databaseUrl, max: 1, connectionTimeoutMillis: 10_000 });
  const pauses = backoff(200, CHECK_INTERVAL);
  let said = '';
  while (!signal.aborted) {
    try {
      const missing = await installAnalytics(pool);
      said = '';
      await wait(missing.length > 0 ? pauses.next() : CHECK_INTERVAL, signal);
      if (missing.length === 0) pauses.reset();
    } catch (error) {
      const line = `views for analysts: ${reason(error)}`;
      // Once per outage, not per attempt.
      if (line !== said) report(line);
      said = line;
      await wait(pauses.next(), signal);
    }
  }
  await pool.end();
}

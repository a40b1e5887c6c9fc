import pg from 'pg';
import type { Projection, Table } from '../../projection.ts';

/** The tables of a build and the views in front of them. */

const quoted = pg.escapeIdentifier;

/** The physical table behind a stable name, quoted. */
export function physicalTable(table: string, version: number, build: number): string {
  return `read_models.${quoted(`${table}__v${version}_b${build}`)}`;
}

const viewOf = (table: string) => `read_models.${quoted(table)}`;

const list = (columns: readonly string[]) => columns.map(quoted).join(', ');

/** @param keys 'without keys' for a table that is filled by `COPY` first; `addKeys` follows */
export async function createTables(
  client: pg.ClientBase,
  projection: Projection,
  build: number,
  keys: 'with keys' | 'without keys',
): Promise<void> {
  for (const table of projection.tables) {
    const columns = Object.entries(table.columns).map(([name, type]) => `${quoted(name)} ${type}`);
    // Rows are updated often: free space on a page keeps updates on that page and out of the indexes (HOT updates).
    await client.query(
      `create table ${physicalTable(table.name, projection.version, build)} (${columns.join(', ')}) with (fillfactor = 75)`,
    );
  }
  if (keys === 'with keys') await addKeys(client, projection, build);
}

export async function addKeys(client: pg.ClientBase, projection: Projection, build: number): Promise<void> {
  for (const { name, key, indexes = [] } of projection.tables) {
    const physical = physicalTable(name, projection.version, build);
    await client.query(`alter table ${physical} add primary key (${list(key)})`);
    for (const columns of indexes) await client.query(`create index on ${physical} (${list(columns)})`);
  }
  await analyze(client, projection, build);
}

/** Tells the planner what the tables hold: by itself it would know only minutes after a copy. */
export async function analyze(client: pg.ClientBase, projection: Projection, build: number): Promise<void> {
  for (const { name } of projection.tables)
    await client.query(`analyze ${physicalTable(name, projection.version, build)}`);
}

export async function dropTables(
  client: pg.ClientBase,
  { tables, version, build }: { tables: readonly string[]; version: number; build: number },
): Promise<void> {
  // Cascade: a view that was renamed by `replaceView` may still read it.
  for (const table of tables)
    await client.query(`drop table if exists ${physicalTable(table, version, build)} cascade`);
}

/**
 * Points the stable view names at the tables of a build. Readers see the change at once when the caller commits.
 * @param before stable names of the build shown so far: names that this build lacks are dropped
 */
export async function replaceViews(
  client: pg.ClientBase,
  projection: Projection,
  build: number,
  before: readonly string[],
): Promise<void> {
  for (const table of projection.tables) await replaceView(client, projection.version, build, table);
  const kept = new Set(projection.tables.map(({ name }) => name));
  for (const name of before)
    if (!kept.has(name)) await client.query(`drop view if exists ${viewOf(name)} cascade`);
}

/** Infix in the name of a renamed view, before the number of the build that replaced it. */
export const PUT_ASIDE = '__before_b';

/** Error of `create or replace view` unless existing columns stay the same and new ones come last. */
const INCOMPATIBLE_COLUMNS = '42P16';

async function replaceView(
  client: pg.ClientBase,
  version: number,
  build: number,
  { name, select }: Table,
): Promise<void> {
  const definition = `view ${viewOf(name)} as ${select(table => physicalTable(table, version, build))}`;
  await client.query('savepoint replacing');
  try {
    // In place, so that dependent views and privileges of analysts stay.
    await client.query(`create or replace ${definition}`);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== INCOMPATIBLE_COLUMNS) throw error;
    await client.query('rollback to savepoint replacing');
    // Renamed: dependent views keep showing the previous build until they are recreated or that build is dropped.
    await client.query(`alter view ${viewOf(name)} rename to ${quoted(`${name}${PUT_ASIDE}${build}`)}`);
    await client.query(`create ${definition}`);
  }
  await client.query('release savepoint replacing');
}

/** Seconds without a heartbeat after which a build counts as not running. */
const SILENCE = 10;

/**
 * `read_models.checkpoints`: one row for the live build of each projection, from which queries know how fresh its rows are.
 * `running`: a runner moves it towards the head of the log in use. `built`: it has reached the head at least once; before
 * that its rows are incomplete. The build numbers are constants of the view, so that it is swapped together with the
 * other views: in any snapshot, rows and checkpoint belong to the same build.
 */
export async function replaceCheckpoints(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ projection: string; build: number }>(
    `select projection, build from read_models.projection_state where stage = 'live' order by projection`,
  );
  const live = rows.map(({ projection, build }) => `(${pg.escapeLiteral(projection)}, ${build})`);
  const chosen = live.length > 0 ? `(s.projection, s.build) in (${live.join(', ')})` : 'false';
  await client.query(
    `create or replace view read_models.checkpoints as
     select s.projection, s.position, s.log_id,
       s.status not in ('Paused', 'Failed') and coalesce(s.heartbeat > now() - interval '${SILENCE} seconds', true)
         and coalesce(c.moved_to = s.log_id, true) as running,
       s.status, s.built_at is not null as built
     from read_models.projection_state s left join read_models.projection_control c using (projection) where ${chosen}`,
  );
}

/** Whether the view exists with this version's definition. */
export async function hasCheckpoints(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query(
    `select from pg_attribute
     where attrelid = to_regclass('read_models.checkpoints') and attname = 'built'`,
  );
  return rows.length > 0;
}

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
    // Rows are changed again and again: with room beside them that stays on their page and off the indexes.
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
    await client.query(`analyze ${physical}`);
  }
}

export async function dropTables(
  client: pg.ClientBase,
  { tables, version, build }: { tables: readonly string[]; version: number; build: number },
): Promise<void> {
  // Cascade: a view that was put aside may still show it.
  for (const table of tables)
    await client.query(`drop table if exists ${physicalTable(table, version, build)} cascade`);
}

/**
 * Lets the stable names show the tables of a build. The caller's transaction makes it one step for every reader.
 * @param before stable names of the build shown until now: those that this one lacks disappear
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

/** Stands, before a build's number, in the name of a view that this build put aside. */
export const PUT_ASIDE = '__before_b';

/** Postgres replaces a view in place only when its columns stay and new ones come last. */
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
    // In place: what analysts built upon the view, and their rights to it, stay.
    await client.query(`create or replace ${definition}`);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== INCOMPATIBLE_COLUMNS) throw error;
    await client.query('rollback to savepoint replacing');
    // Put aside: what was built upon it goes on showing the build before until it is built anew, or that build goes.
    await client.query(`alter view ${viewOf(name)} rename to ${quoted(`${name}${PUT_ASIDE}${build}`)}`);
    await client.query(`create ${definition}`);
  }
  await client.query('release savepoint replacing');
}

/** Seconds without a heartbeat after which nobody is moving a checkpoint. */
const SILENCE = 10;

/**
 * `read_models.checkpoints`: one row for the live build of each projection, by which queries know what its rows are worth.
 * `running`: somebody moves it towards the head of the log that is in use. `built`: it has been at the head at least
 * once; before, its rows are only the oldest part of the truth. The build numbers are constants of the view, so that it
 * is swapped together with the other views: in any snapshot, rows and checkpoint are of one build.
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

/** Whether the view is there as this version makes it. */
export async function hasCheckpoints(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query(
    `select from pg_attribute
     where attrelid = to_regclass('read_models.checkpoints') and attname = 'built'`,
  );
  return rows.length > 0;
}

import type pg from 'pg';
import type { FailedEvent, Projection } from '../../projection.ts';
import type { Session } from '../session.ts';
import { createTables, hasCheckpoints, replaceCheckpoints, replaceViews } from './tables.ts';

/** Life cycle of a build: New: never run; Booting: catching up; Active: live; Paused; Failed: stopped by an error. */
export type Status = 'New' | 'Booting' | 'Active' | 'Paused' | 'Failed';

/** live: shown to queries; building: its replacement in progress; retired: the previous one, dropped after a grace period. */
export type Stage = 'live' | 'building' | 'retired';

/** One build of a projection: its tables, its checkpoint and the log it follows. */
export interface Build {
  readonly projection: string;
  readonly version: number;
  readonly build: number;
  readonly stage: Stage;
  readonly status: Status;
  readonly position: string;
  /** Null until a runner first ran the build. */
  readonly logId: string | null;
  /** The event at the checkpoint, to detect a log whose history was replaced. */
  readonly lastEvent: { readonly id: string; readonly stream: string; readonly revision: number } | null;
  /** The newest request for a replay that this build answers. */
  readonly replay: number;
  readonly tables: readonly string[];
  readonly eventsDone: number;
  readonly failedEvent: FailedEvent | null;
  readonly error: string | null;
  /** Seconds since the runner last wrote; null when it never did. */
  readonly silentSeconds: number | null;
  /** Seconds since it was retired; null before. */
  readonly retiredSeconds: number | null;
}

/** Operator requests for a projection; each number counts the requests so far. */
export interface Control {
  readonly paused: boolean;
  readonly replays: number;
  readonly resumes: number;
  /** The log that events were moved to: builds from another log are rebuilt from it automatically. Null: none. */
  readonly movedTo: string | null;
}

const stateTables = `
  create schema if not exists read_models;
  create table if not exists read_models.projection_state (
    projection text not null,
    version int not null,
    build int not null,
    stage text not null check (stage in ('live', 'building', 'retired')),
    status text not null default 'New' check (status in ('New', 'Booting', 'Active', 'Paused', 'Failed')),
    position text collate "C" not null default '',
    log_id text,
    last_event jsonb,
    replay int not null default 0,
    tables text[] not null,
    events_done bigint not null default 0,
    events_total bigint,
    rate double precision,
    remaining_seconds double precision,
    failed_event jsonb,
    error text,
    heartbeat timestamptz,
    retired_at timestamptz,
    built_at timestamptz,
    primary key (projection, build)
  ) with (fillfactor = 50);
  create unique index if not exists one_live_build
    on read_models.projection_state (projection) where stage = 'live';
  create table if not exists read_models.projection_control (
    projection text primary key,
    paused boolean not null default false,
    replays int not null default 0,
    resumes int not null default 0
  );
  alter table read_models.projection_control add column if not exists moved_to text;
  do $$ begin
    -- An installation from before this column: what has rows has been shown since long ago.
    if not exists (select from pg_attribute where attname = 'built_at' and not attisdropped
        and attrelid = 'read_models.projection_state'::regclass) then
      alter table read_models.projection_state add column built_at timestamptz;
      update read_models.projection_state set built_at = now() where position <> '';
    end if;
  end $$;`;

/** Advisory lock for changes of the set of views. */
export const installationLock = `select pg_advisory_xact_lock(hashtextextended('read_models installation', 0))`;

/**
 * Creates the runner's own tables, and for each projection without a build an empty live one with its views, so that
 * queries find them before the first event. Idempotent; safe to call from several processes at once.
 */
export async function prepareReadModels(pool: pg.Pool, projections: readonly Projection[]): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(installationLock);
    const { rows: ready } = await client.query<{ ready: boolean }>(
      `select exists (select from pg_attribute where attname = 'built_at' and not attisdropped
         and attrelid = to_regclass('read_models.projection_state')) as ready`,
    );
    if (!ready[0]?.ready) await client.query(stateTables);
    const { rows } = await client.query<{ projection: string }>(
      `select projection from read_models.projection_state where stage = 'live'`,
    );
    const installed = new Set(rows.map(row => row.projection));
    const missing = projections.filter(({ name }) => !installed.has(name));
    for (const projection of missing) await installFirstBuild(client, projection);
    if (missing.length > 0 || !(await hasCheckpoints(client))) await replaceCheckpoints(client);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  } finally {
    client.release();
  }
}

async function installFirstBuild(client: pg.ClientBase, projection: Projection): Promise<void> {
  const build = await insertBuild(client, projection, 'live', 0);
  await createTables(client, projection, build, 'with keys');
  await replaceViews(client, projection, build, []);
  await client.query(
    'insert into read_models.projection_control (projection) values ($1) on conflict do nothing',
    [projection.name],
  );
}

/** Adds a build at the beginning of the log and returns its number. */
export async function insertBuild(
  client: pg.ClientBase,
  projection: Projection,
  stage: 'live' | 'building',
  replay: number,
): Promise<number> {
  const { rows } = await client.query<{ build: number }>(
    `insert into read_models.projection_state (projection, version, build, stage, replay, tables)
     select $1, $2, coalesce(max(build), 0) + 1, $3, $4, $5
     from read_models.projection_state where projection = $1
     returning build`,
    [projection.name, projection.version, stage, replay, projection.tables.map(({ name }) => name)],
  );
  const [row] = rows;
  if (!row) throw new Error(`${projection.name}: no build was added`);
  return row.build;
}

/** All builds of a projection, oldest first, and the operators' requests. */
export async function loadBuilds(
  client: pg.ClientBase,
  projection: string,
): Promise<{ builds: readonly Build[]; control: Control }> {
  const { rows: builds } = await client.query<Build>(
    `select projection, version, build, stage, status, position, log_id as "logId", last_event as "lastEvent",
       replay, tables, events_done::float8 as "eventsDone", failed_event as "failedEvent", error,
       extract(epoch from now() - heartbeat)::float8 as "silentSeconds",
       extract(epoch from now() - retired_at)::float8 as "retiredSeconds"
     from read_models.projection_state where projection = $1 order by build`,
    [projection],
  );
  return { builds, control: await loadControl(client, projection) };
}

export async function loadControl(client: pg.ClientBase, projection: string): Promise<Control> {
  const { rows } = await client.query<Control>(
    'select paused, replays, resumes, moved_to as "movedTo" from read_models.projection_control where projection = $1',
    [projection],
  );
  return rows[0] ?? { paused: false, replays: 0, resumes: 0, movedTo: null };
}

/** Fields of a build that a runner updates besides the checkpoint. */
interface BuildUpdate {
  readonly status?: Status;
  readonly logId?: string;
  readonly error?: string;
  readonly failedEvent?: FailedEvent | null;
  /** Events done and in total, events per second, and remaining seconds. */
  readonly progress?: {
    readonly done: number;
    readonly total: number;
    readonly rate: number;
    readonly remaining: number;
  };
}

/** Stores the given fields and a heartbeat. A status other than Failed clears the error. @returns the updated build */
export async function updateBuild(
  { client }: Session,
  build: Build,
  { status, logId, error, failedEvent, progress }: BuildUpdate,
): Promise<Build> {
  await client.query(
    `update read_models.projection_state
     set status = coalesce($3, status), log_id = coalesce($4, log_id), heartbeat = now(),
       built_at = coalesce(built_at, case when $3 = 'Active' then now() end),
       error = case when $3 is null then error else $5 end,
       failed_event = case when $3 is null then failed_event else $6::jsonb end,
       events_total = coalesce($7, events_total), rate = coalesce($8, rate),
       remaining_seconds = coalesce($9, remaining_seconds), events_done = coalesce($10, events_done)
     where projection = $1 and build = $2`,
    [
      build.projection,
      build.build,
      status ?? null,
      logId ?? null,
      error ?? null,
      failedEvent ? JSON.stringify(failedEvent) : null,
      progress?.total ?? null,
      progress?.rate ?? null,
      progress?.remaining ?? null,
      progress?.done ?? null,
    ],
  );
  return { ...build, status: status ?? build.status, logId: logId ?? build.logId };
}

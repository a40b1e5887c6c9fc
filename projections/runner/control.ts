import type pg from 'pg';
import type { FailedEvent } from '../projection.ts';
import type { Stage, Status } from './builds/builds.ts';
import { CONTROL_CHANNEL } from './session.ts';

/** Status of a projection's build, for operators, health checks and metrics. */
export interface ProjectionStatus {
  readonly projection: string;
  readonly version: number;
  readonly build: number;
  readonly stage: Stage;
  readonly status: Status;
  readonly position: string;
  readonly eventsDone: number;
  /** Known only during a rebuild. */
  readonly eventsTotal: number | null;
  /** Events per second of the rebuild. */
  readonly rate: number | null;
  readonly remainingSeconds: number | null;
  readonly failedEvent: FailedEvent | null;
  readonly error: string | null;
  /** Seconds since the runner last wrote; null when it never did. */
  readonly silentSeconds: number | null;
}

type Queryable = Pick<pg.Pool, 'query'>;

/** All live and building builds, by name. Empty before any runner has prepared the read models. */
export async function projectionStatuses(database: Queryable): Promise<readonly ProjectionStatus[]> {
  const { rows: ready } = await database.query<{ ready: boolean }>(
    `select to_regclass('read_models.projection_state') is not null as ready`,
  );
  if (!ready[0]?.ready) return [];
  const { rows } = await database.query<ProjectionStatus>(
    `select projection, version, build, stage, status, position, events_done::float8 as "eventsDone",
       events_total::float8 as "eventsTotal", rate, remaining_seconds as "remainingSeconds",
       failed_event as "failedEvent", error, extract(epoch from now() - heartbeat)::float8 as "silentSeconds"
     from read_models.projection_state where stage <> 'retired' order by projection, build`,
  );
  return rows;
}

/**
 * The projections whose first build is in progress: queries cannot be answered until it is complete. Failed and paused
 * ones are not included, because waiting does not help.
 */
export async function firstBuilds(
  database: Queryable,
  projections: readonly string[],
): Promise<readonly string[]> {
  const { rows: ready } = await database.query<{ ready: boolean }>(
    `select to_regclass('read_models.checkpoints') is not null as ready`,
  );
  if (!ready[0]?.ready) return projections;
  const { rows } = await database.query<{ projection: string }>(
    `select projection from read_models.checkpoints where built or status in ('Failed', 'Paused')`,
  );
  const others = new Set(rows.map(({ projection }) => projection));
  return projections.filter(name => !others.has(name));
}

/**
 * Where and why a build stopped; empty when it did not. The error may contain personal data of the event: show it to
 * operators only.
 */
export function failureOf(
  { failedEvent, error }: Pick<ProjectionStatus, 'failedEvent' | 'error'>,
  to: 'operator' | 'anybody',
): string {
  if (!failedEvent) return error ?? '';
  const place = `${failedEvent.type} at ${failedEvent.stream}/${failedEvent.revision}`;
  return to === 'operator' ? `${error} (${place})` : place;
}

/** Requests a rebuild; resolves when the request is stored. A second request restarts the rebuild. */
export async function requestReplay(database: Queryable, projections: readonly string[]): Promise<void> {
  await control(database, projections, 'replays = replays + 1');
}

/** Estimate of a rebuild. */
export interface ReplayPreview {
  readonly projection: string;
  /** Events it will read. */
  readonly events: number;
  /** Duration at the rate of the last rebuild, in seconds; null when none was long enough to be measured. */
  readonly seconds: number | null;
}

/** Estimates what `requestReplay` would start. */
export async function previewReplay(
  database: Queryable,
  projections: readonly string[],
): Promise<readonly ReplayPreview[]> {
  const { rows } = await database.query<ReplayPreview>(
    `select l.projection, l.events_done::float8 as events, l.events_done / nullif(r.rate, 0) as seconds
     from read_models.projection_state l left join lateral (
       select rate from read_models.projection_state r
       where r.projection = l.projection and rate is not null order by build desc limit 1
     ) r on true
     where l.stage = 'live' and l.projection = any($1) order by l.projection`,
    [projections],
  );
  return rows;
}

/** The projections whose requested rebuild is neither swapped in nor cancelled. */
export async function pendingReplays(
  database: Queryable,
  projections: readonly string[],
): Promise<readonly string[]> {
  const { rows } = await database.query<{ projection: string }>(
    `select c.projection from read_models.projection_control c
     join read_models.projection_state l on l.projection = c.projection and l.stage = 'live'
     where c.projection = any($1) and c.replays > l.replay`,
    [projections],
  );
  return rows.map(({ projection }) => projection);
}

/**
 * Cancels requested rebuilds that are not swapped in yet and removes their tables; queries are not affected. A rebuild for
 * a new version or after a move of the log cannot be cancelled.
 * @returns the projections whose rebuild was cancelled
 */
export async function cancelReplay(
  database: Queryable,
  projections: readonly string[],
): Promise<readonly string[]> {
  const { rows } = await database.query<{ projection: string }>(
    `update read_models.projection_control c set replays = l.replay
     from read_models.projection_state l
     where l.projection = c.projection and l.stage = 'live' and c.projection = any($1) and c.replays > l.replay
       and not exists (select from read_models.projection_state b
         where b.projection = l.projection and b.stage = 'building' and b.version > l.version)
       and coalesce(c.moved_to = l.log_id, true)
     returning c.projection`,
    [projections],
  );
  for (const { projection } of rows)
    await database.query('select pg_notify($1, $2)', [CONTROL_CHANNEL, projection]);
  return rows.map(({ projection }) => projection).toSorted();
}

/** Stops a projection after its current batch until it is resumed; queries return the rows it has. */
export async function pause(database: Queryable, projections: readonly string[]): Promise<void> {
  await control(database, projections, 'paused = true');
}

/** Resumes a paused projection; retries a failed one. */
export async function resume(database: Queryable, projections: readonly string[]): Promise<void> {
  await control(database, projections, 'paused = false, resumes = resumes + 1');
}

/**
 * Announces that the log was moved: runners on the new log rebuild each projection from it, and queries return the old
 * rows until the swap. Does nothing when no projection ever ran.
 */
export async function announceMove(database: Queryable, logId: string): Promise<void> {
  const { rows } = await database.query<{ ready: boolean }>(
    `select to_regclass('read_models.projection_control') is not null as ready`,
  );
  if (rows[0]?.ready)
    await database.query('update read_models.projection_control set moved_to = $1', [logId]);
}

/** @throws Error naming unknown projections; nothing is changed then */
async function control(database: Queryable, projections: readonly string[], change: string): Promise<void> {
  const { rows } = await database.query<{ projection: string }>(
    `with known as (select projection from read_models.projection_control where projection = any($1)),
     complete as (select count(*) = cardinality($1::text[]) as all_known from known)
     update read_models.projection_control set ${change}
     where projection in (select projection from known) and (select all_known from complete)
     returning projection`,
    [projections],
  );
  if (rows.length < projections.length)
    throw new Error(`not all of these projections exist: ${projections.join(', ')}`);
  for (const projection of projections)
    await database.query('select pg_notify($1, $2)', [CONTROL_CHANNEL, projection]);
}

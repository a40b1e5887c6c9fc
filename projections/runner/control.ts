import type pg from 'pg';
import type { FailedEvent } from '../projection.ts';
import type { Stage, Status } from './builds/builds.ts';
import { CONTROL_CHANNEL } from './session.ts';

/** How a projection stands, for operators, health checks and metrics. */
export interface ProjectionStatus {
  readonly projection: string;
  readonly version: number;
  readonly build: number;
  readonly stage: Stage;
  readonly status: Status;
  readonly position: string;
  readonly eventsDone: number;
  /** Known during a rebuild. */
  readonly eventsTotal: number | null;
  /** Events per second of the rebuild. */
  readonly rate: number | null;
  readonly remainingSeconds: number | null;
  readonly failedEvent: FailedEvent | null;
  readonly error: string | null;
  /** Seconds since the runner last wrote; null before its first time. */
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
 * Which of these projections are being built for the first time: queries have nothing to answer from until that has
 * ended. One that has failed or is paused is not among them, because waiting does not help it.
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
 * Where and why a build stopped; empty when it did not. What an event made go wrong may hold somebody's data: that is
 * said to operators only.
 */
export function failureOf(
  { failedEvent, error }: Pick<ProjectionStatus, 'failedEvent' | 'error'>,
  to: 'operator' | 'anybody',
): string {
  if (!failedEvent) return error ?? '';
  const place = `${failedEvent.type} at ${failedEvent.stream}/${failedEvent.revision}`;
  return to === 'operator' ? `${error} (${place})` : place;
}

/** Asks for a rebuild beside the live build; resolves when that is noted. Asking again begins again. */
export async function requestReplay(database: Queryable, projections: readonly string[]): Promise<void> {
  await control(database, projections, 'replays = replays + 1');
}

/** What a rebuild of a projection will be like. */
export interface ReplayPreview {
  readonly projection: string;
  /** Events of the log that it will read. */
  readonly events: number;
  /** Seconds it will take at the rate of its last rebuild; null when none was long enough to be measured. */
  readonly seconds: number | null;
}

/** What `requestReplay` would begin; changes nothing. */
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

/** Of these projections, those whose requested rebuild has neither been swapped in nor cancelled. */
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
 * Ends rebuilds that were requested and are not swapped in yet; what they built is removed, and queries notice nothing. A
 * rebuild for a new version, or from the log that everything was moved to, cannot be cancelled.
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

/** Stops a projection behind the batch at hand until it is resumed; queries go on with what is there. */
export async function pause(database: Queryable, projections: readonly string[]): Promise<void> {
  await control(database, projections, 'paused = true');
}

/** Lets a paused projection go on, and a failed one try again. */
export async function resume(database: Queryable, projections: readonly string[]): Promise<void> {
  await control(database, projections, 'paused = false, resumes = resumes + 1');
}

/**
 * Tells that everything stands in another log now: whoever follows it rebuilds each projection from it, and queries see
 * the old rows until the swap. Does nothing where no projection ever ran.
 */
export async function announceMove(database: Queryable, logId: string): Promise<void> {
  const { rows } = await database.query<{ ready: boolean }>(
    `select to_regclass('read_models.projection_control') is not null as ready`,
  );
  if (rows[0]?.ready)
    await database.query('update read_models.projection_control set moved_to = $1', [logId]);
}

/** @throws Error naming the projections that do not exist; then nothing is changed */
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

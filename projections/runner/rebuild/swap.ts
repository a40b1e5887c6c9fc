import pg from 'pg';
import type { Projection } from '../../projection.ts';
import { type Build, installationLock } from '../builds/builds.ts';
import { replaceCheckpoints, replaceViews } from '../builds/tables.ts';
import { CONTROL_CHANNEL, isLockConflict, rollback, type Session } from '../session.ts';

/** `behind`: the live build is ahead, or the rebuild was cancelled. `blocked`: a long query has a lock on the views. */
export type SwapOutcome = 'swapped' | 'behind' | 'blocked';

/**
 * Replaces the live build by a finished one: views, checkpoint and stages change in one transaction that locks both
 * checkpoints, so a query sees either build completely. It gives up when it cannot lock the views at once, because later
 * queries would queue behind it. The checkpoints are locked last, so that the live build does not wait for a query.
 */
export async function swap(
  session: Session,
  projection: Projection,
  live: Build,
  built: Build,
): Promise<SwapOutcome> {
  const { client } = session;
  await client.query('begin');
  try {
    await client.query(`set local lock_timeout = '200ms'`);
    await client.query(installationLock);
    await replaceViews(client, projection, built.build, live.tables);
    const { rows } = await client.query<Locked>(
      `select build, stage, status, position, log_id as "logId" from read_models.projection_state
       where projection = $1 and build = any($2) order by build for update`,
      [projection.name, [live.build, built.build]],
    );
    if (!isAtLeastAsFar(rows, live.build, built.build) || (await isCancelled(client, projection, live))) {
      await client.query('rollback');
      return 'behind';
    }
    await client.query(
      `update read_models.projection_state set stage = 'retired', retired_at = now()
       where projection = $1 and build = $2`,
      [projection.name, live.build],
    );
    await client.query(
      `update read_models.projection_state
       set stage = 'live', status = 'Active', remaining_seconds = null, heartbeat = now(),
         built_at = coalesce(built_at, now())
       where projection = $1 and build = $2`,
      [projection.name, built.build],
    );
    await replaceCheckpoints(client);
    await client.query(`notify ${CONTROL_CHANNEL}, ${pg.escapeLiteral(projection.name)}`);
    await client.query('commit');
    return 'swapped';
  } catch (error) {
    await rollback(session);
    if (isLockConflict(error)) return 'blocked';
    throw error;
  }
}

/** Whether the rebuild's request was cancelled. Locks the request, so that it cannot be cancelled during the swap. */
async function isCancelled(
  client: pg.ClientBase,
  { name, version }: Projection,
  live: Build,
): Promise<boolean> {
  const { rows } = await client.query<{ replays: number }>(
    'select replays from read_models.projection_control where projection = $1 and moved_to is null for share',
    [name],
  );
  return live.version === version && rows[0] !== undefined && rows[0].replays <= live.replay;
}

type Locked = Pick<Build, 'build' | 'stage' | 'status' | 'position' | 'logId'>;

function isAtLeastAsFar(rows: readonly Locked[], live: number, built: number): boolean {
  const before = rows.find(({ build, stage }) => build === live && stage === 'live');
  const now = rows.find(({ build, stage }) => build === built && stage === 'building');
  if (!before || !now) return false;
  // There is no need to catch up with a live build that failed or follows another log.
  return before.status === 'Failed' || before.logId !== now.logId || now.position >= before.position;
}

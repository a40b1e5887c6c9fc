import type { Projection } from '../projection.ts';
import { dropTables, replaceCheckpoints, replaceViews } from './builds.ts';
import { isLockConflict, rollback, type Session } from './session.ts';
import { type Build, installationLock } from './state.ts';

/**
 * Shows a finished build instead of the live one: views, checkpoint and stages change in one transaction that holds
 * both checkpoints, so a query sees all of one build or all of the other. It gives up at once when a long query is in
 * the way, because everybody who came later would queue behind it.
 * @returns whether it is done; false: try again later
 */
export async function swap(
  session: Session,
  projection: Projection,
  live: Build,
  built: Build,
): Promise<boolean> {
  const { client } = session;
  await client.query('begin');
  try {
    await client.query(`set local lock_timeout = '200ms'`);
    await client.query(installationLock);
    const { rows } = await client.query<{ build: number; position: string }>(
      `select build, position from read_models.projection_state
       where projection = $1 and build = any($2) order by build for update`,
      [projection.name, [live.build, built.build]],
    );
    const now = rows.find(row => row.build === built.build);
    const before = rows.find(row => row.build === live.build);
    // A live build that follows another log, or is stuck, has nothing to be caught up with.
    const comparable = live.logId === built.logId && live.status !== 'Failed';
    if (!now || !before || (comparable && now.position < before.position)) {
      await client.query('rollback');
      return false;
    }
    await client.query(
      `update read_models.projection_state set stage = 'retired', retired_at = now()
       where projection = $1 and build = $2`,
      [projection.name, live.build],
    );
    await client.query(
      `update read_models.projection_state set stage = 'live', status = 'Active', remaining_seconds = null
       where projection = $1 and build = $2`,
      [projection.name, built.build],
    );
    await replaceViews(client, projection, built.build, live.tables);
    await replaceCheckpoints(client);
    await client.query('notify read_models');
    await client.query('commit');
    return true;
  } catch (error) {
    await rollback(session);
    if (isLockConflict(error)) return false;
    throw error;
  }
}

/** Seconds that the tables of a retired build are kept, for queries that began before the swap. */
const GRACE = 60;

/** Drops what nobody can be reading any more; a table that is still locked waits for the next time. */
export async function dropRetired(session: Session, projection: string, grace = GRACE): Promise<void> {
  const { client } = session;
  const { rows } = await client.query<Build>(
    `select version, build, tables from read_models.projection_state
     where projection = $1 and stage = 'retired' and retired_at < now() - make_interval(secs => $2)`,
    [projection, grace],
  );
  for (const retired of rows) {
    await client.query('begin');
    try {
      await client.query(`set local lock_timeout = '200ms'`);
      await dropTables(client, retired);
      await client.query('delete from read_models.projection_state where projection = $1 and build = $2', [
        projection,
        retired.build,
      ]);
      await client.query('commit');
    } catch (error) {
      await rollback(session);
      if (!isLockConflict(error)) throw error;
    }
  }
}

import pg from 'pg';
import type { RecordedEvent } from '../../../event-store/log.ts';
import type { Session } from '../session.ts';
import type { Build, Status } from './builds.ts';

/** A build's checkpoint, moved by compare-and-set in the transaction that writes its rows. */

/** Another runner moved the checkpoint: whatever this one read is not the next batch any more. */
export class CheckpointConflict extends Error {
  override readonly name = 'CheckpointConflict';
}

/** The build behind an event. @param count events between the checkpoint and that event, itself included */
export function advanced(build: Build, last: RecordedEvent, count: number, status: Status): Build {
  const lastEvent = { id: last.id, stream: last.stream, revision: last.revision };
  return { ...build, position: last.position, lastEvent, eventsDone: build.eventsDone + count, status };
}

/** Fails when the checkpoint was elsewhere, so that whatever was sent behind it in the same transaction fails as well. */
const move = `
  with moved as (
    update read_models.projection_state
    set position = $4, last_event = $5, events_done = $6, status = $7, heartbeat = now(),
      built_at = coalesce(built_at, case when $7 = 'Active' then now() end),
      failed_event = null, error = null
    where projection = $1 and build = $2 and position = $3 and stage <> 'retired'
    returning true
  ) select 1 / count(*) from moved`;

const DIVISION_BY_ZERO = '22012';

/**
 * Moves the checkpoint and holds it until the transaction ends. Sends before it returns: what is sent next comes next.
 * @throws CheckpointConflict when the checkpoint is not where the batch begins
 */
export async function moveCheckpoint(
  session: Session,
  { projection, build, position }: Build,
  to: Build,
): Promise<void> {
  try {
    await session.prepared(move, [
      projection,
      build,
      position,
      to.position,
      JSON.stringify(to.lastEvent),
      to.eventsDone,
      to.status,
    ]);
  } catch (cause) {
    if (!(cause instanceof pg.DatabaseError) || cause.code !== DIVISION_BY_ZERO) throw cause;
    throw new CheckpointConflict(`${projection}: the checkpoint is not at ${position || 'the beginning'}`, {
      cause,
    });
  }
}

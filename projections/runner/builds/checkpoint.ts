import pg from 'pg';
import type { RecordedEvent } from '../../../event-store/log.ts';
import type { Session } from '../session.ts';
import type { Build, Status } from './builds.ts';

/** A build's checkpoint, moved by compare-and-set in the transaction that writes its rows. */

/** Another runner moved the checkpoint, so the batch at hand is no longer the next one. */
export class CheckpointConflict extends Error {
  override readonly name = 'CheckpointConflict';
}

/** The build advanced to an event. @param count events after the checkpoint up to and including that event */
export function advanced(build: Build, last: RecordedEvent, count: number, status: Status): Build {
  const lastEvent = { id: last.id, stream: last.stream, revision: last.revision };
  return { ...build, position: last.position, lastEvent, eventsDone: build.eventsDone + count, status };
}

/** Raises an error when the checkpoint has another position, which fails the rest of the transaction. */
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
 * Moves the checkpoint and locks its row until the transaction ends. The statement is sent before the function returns, so
 * later statements follow it in the pipeline.
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

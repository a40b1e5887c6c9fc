import pg from 'pg';
import type { RecordedEvent } from '../../../event-store/log.ts';
import type { Session } from '../session.ts';
import type { Build, Status } from './state.ts';

/** A build's checkpoint, moved by compare-and-set in the transaction that writes its rows. */

/** Another runner moved the checkpoint: whatever this one read is not the next batch any more. */
export class Overtaken extends Error {
  override readonly name = 'Overtaken';
}

/**
 * Begins a transaction that holds the checkpoint. One message: each one more is a round trip of every single event.
 * @throws Overtaken when the checkpoint is not where the batch begins
 */
export async function beginAt({ client }: Session, { projection, build, position }: Build): Promise<void> {
  const [, found] = (await client.query(
    `begin; select position, stage from read_models.projection_state
     where projection = ${pg.escapeLiteral(projection)} and build = ${Number(build)} for update`,
  )) as unknown as [unknown, pg.QueryResult<{ position: string; stage: string }>];
  const [row] = found.rows;
  if (row?.position !== position || row.stage === 'retired')
    throw new Overtaken(`${projection}: the checkpoint is at ${row?.position ?? 'nothing'}, not ${position}`);
}

/**
 * Moves the checkpoint behind an event, and commits.
 * @param count events between the checkpoint and that event, itself included
 */
export async function commitAt(
  { client }: Session,
  build: Build,
  last: RecordedEvent,
  count: number,
  status: Status,
): Promise<Build> {
  const moved = behind(build, last, count, status);
  await client.query(`${moving(build, moved)}; commit`);
  return moved;
}

/**
 * Moves the checkpoint past events that the projection does not want: one message, no rows to go with it.
 * @throws Overtaken when the checkpoint is not where the batch begins
 */
export async function passOver(
  { client }: Session,
  build: Build,
  last: RecordedEvent,
  count: number,
  status: Status,
): Promise<Build> {
  const moved = behind(build, last, count, status);
  const { rowCount } = await client.query(
    `${moving(build, moved)} and position = ${pg.escapeLiteral(build.position)} and stage <> 'retired'`,
  );
  if (rowCount === 1) return moved;
  throw new Overtaken(`${build.projection}: the checkpoint is not at ${build.position} any more`);
}

function behind(build: Build, last: RecordedEvent, count: number, status: Status): Build {
  const lastEvent = { id: last.id, stream: last.stream, revision: last.revision };
  return { ...build, position: last.position, lastEvent, eventsDone: build.eventsDone + count, status };
}

function moving({ projection, build }: Build, { position, lastEvent, eventsDone, status }: Build): string {
  return `update read_models.projection_state
     set position = ${pg.escapeLiteral(position)}, last_event = ${pg.escapeLiteral(JSON.stringify(lastEvent))},
       events_done = ${Number(eventsDone)}, status = ${pg.escapeLiteral(status)}, heartbeat = now(),
       failed_event = null, error = null
     where projection = ${pg.escapeLiteral(projection)} and build = ${Number(build)}`;
}

import type { RecordedEvent } from '../../event-store/log.ts';
import type { FailedEvent, Projection, Transaction } from '../projection.ts';
import { physicalTable } from './builds.ts';
import { isCircumstance, reason, rollback, type Session, SessionLost } from './session.ts';
import type { Build, Status } from './state.ts';
import { wait } from './wait.ts';

/** An event that a projection cannot take. It stops there: skipping would make a read model that is quietly wrong. */
export class Stuck extends Error {
  override readonly name = 'Stuck';
  readonly event: FailedEvent;
  /** The build as it stands before that event. */
  readonly build: Build;
  constructor(build: Build, { position, stream, revision, type, id }: RecordedEvent, cause: unknown) {
    super(reason(cause), { cause });
    this.build = build;
    this.event = { position, stream, revision, type, id };
  }
}

/** Another runner moved the checkpoint: whatever this one read is not the next batch any more. */
export class Overtaken extends Error {
  override readonly name = 'Overtaken';
}

/** Tries of a failing batch before it is taken apart. */
const TRIES = 3;

/**
 * Applies a batch and moves the build's checkpoint behind it in one transaction. One that fails is tried again, then
 * halved until the event to blame stands alone.
 * @returns the build behind the batch
 * @throws Stuck, Overtaken, SessionLost
 */
export async function applyBatch(
  session: Session,
  projection: Projection,
  build: Build,
  batch: readonly RecordedEvent[],
  status: Status,
  signal: AbortSignal,
): Promise<Build> {
  let cause: unknown;
  for (let attempt = 1; attempt <= TRIES && !signal.aborted; attempt++) {
    try {
      return await commitBatch(session, projection, build, batch, status);
    } catch (error) {
      if (session.lost.aborted) throw new SessionLost(reason(error), { cause: error });
      await rollback(session);
      if (error instanceof Overtaken) throw error;
      if (isCircumstance(error)) throw new SessionLost(reason(error), { cause: error });
      cause = error;
      await wait(20 * attempt, signal);
    }
  }
  signal.throwIfAborted();
  const [first] = batch;
  if (batch.length === 1 && first) throw new Stuck(build, first, cause);
  const middle = Math.ceil(batch.length / 2);
  const half = await applyBatch(session, projection, build, batch.slice(0, middle), status, signal);
  return applyBatch(session, projection, half, batch.slice(middle), status, signal);
}

async function commitBatch(
  session: Session,
  projection: Projection,
  build: Build,
  batch: readonly RecordedEvent[],
  status: Status,
): Promise<Build> {
  const last = batch.at(-1);
  if (!last) return build;
  const wanted = batch.filter(event => projection.events.has(event.type));
  await session.client.query('begin');
  await lockCheckpoint(session, build);
  if (wanted.length > 0) await projection.apply(wanted, transactionOf(session, projection, build.build));
  const moved = await moveCheckpoint(session, build, last, batch.length, status);
  await session.client.query('notify read_models');
  await session.client.query('commit');
  return moved;
}

/** @throws Overtaken when the checkpoint is not where the batch begins */
export async function lockCheckpoint(
  session: Session,
  { projection, build, position }: Build,
): Promise<void> {
  const { rows } = await session.client.query<{ position: string; stage: string }>({
    name: 'lock checkpoint',
    text: 'select position, stage from read_models.projection_state where projection = $1 and build = $2 for update',
    values: [projection, build],
  });
  const [row] = rows;
  if (row?.position !== position || row.stage === 'retired')
    throw new Overtaken(`${projection}: the checkpoint is at ${row?.position ?? 'nothing'}, not ${position}`);
}

async function moveCheckpoint(
  session: Session,
  build: Build,
  last: RecordedEvent,
  count: number,
  status: Status,
): Promise<Build> {
  const lastEvent = { id: last.id, stream: last.stream, revision: last.revision };
  const eventsDone = build.eventsDone + count;
  await session.prepared(
    `update read_models.projection_state
     set position = $3, last_event = $4, events_done = $5, status = $6, heartbeat = now(),
       failed_event = null, error = null
     where projection = $1 and build = $2`,
    [build.projection, build.build, last.position, JSON.stringify(lastEvent), eventsDone, status],
  );
  return { ...build, position: last.position, lastEvent, eventsDone, status };
}

/** What `apply` gets: this build's tables, in this session's open transaction. */
export function transactionOf(session: Session, projection: Projection, build: number): Transaction {
  return {
    query: (text, values) => session.prepared(text, values),
    table: name => physicalTable(name, projection.version, build),
  };
}

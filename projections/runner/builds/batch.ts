import { wait } from '../../../concurrency/wait.ts';
import type { RecordedEvent } from '../../../event-store/log.ts';
import type { FailedEvent, Projection } from '../../projection.ts';
import { isInfrastructureError, reason, rollback, type Session, SessionLost } from '../session.ts';
import type { Build, Status } from './builds.ts';
import { advanced, CheckpointConflict, moveCheckpoint } from './checkpoint.ts';
import { physicalTable } from './tables.ts';

/** An event that a projection cannot take. It stops there: skipping would make a read model that is quietly wrong. */
export class PoisonEvent extends Error {
  override readonly name = 'PoisonEvent';
  readonly event: FailedEvent;
  /** The build as it stands before that event. */
  readonly build: Build;
  constructor(build: Build, { position, stream, revision, type, id }: RecordedEvent, cause: unknown) {
    super(reason(cause), { cause });
    this.build = build;
    this.event = { position, stream, revision, type, id };
  }
}

/** Tries of a failing batch before it is taken apart. */
const TRIES = 3;

/**
 * Applies a batch and moves the build's checkpoint behind it in one transaction. One that fails is tried again, then
 * halved until the event to blame stands alone.
 * @returns the build behind the batch
 * @throws PoisonEvent, CheckpointConflict, SessionLost
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
      if (error instanceof CheckpointConflict) throw error;
      if (isInfrastructureError(error)) throw new SessionLost(reason(error), { cause: error });
      cause = error;
      await wait(20 * attempt, signal);
    }
  }
  signal.throwIfAborted();
  const [first] = batch;
  if (batch.length === 1 && first) throw new PoisonEvent(build, first, cause);
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
  const moved = advanced(build, last, batch.length, status);
  const wanted = batch.filter(event => projection.events.has(event.type));
  const statements = wanted.length === 0 ? [] : await statementsOf(projection, build, wanted);
  if (statements.length === 0) {
    await moveCheckpoint(session, build, moved);
    return moved;
  }
  // One round trip, however many statements: after one that failed the server does none of the others, nor the commit.
  const outcomes = await Promise.allSettled([
    session.client.query('begin'),
    moveCheckpoint(session, build, moved),
    ...statements.map(({ text, values }) => session.prepared(text, values)),
    session.client.query('commit'),
  ]);
  const failed = outcomes.find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
  return moved;
}

interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** What a projection makes of a batch, for this build's tables. */
async function statementsOf(
  projection: Projection,
  { build }: Build,
  wanted: readonly RecordedEvent[],
): Promise<readonly Statement[]> {
  const statements: Statement[] = [];
  await projection.apply(wanted, {
    write: (text, values) => statements.push({ text, values }),
    table: name => physicalTable(name, projection.version, build),
  });
  return statements;
}

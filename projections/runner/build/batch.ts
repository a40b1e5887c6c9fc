import type { RecordedEvent } from '../../../event-store/log.ts';
import type { FailedEvent, Projection, Transaction } from '../../projection.ts';
import { isCircumstance, reason, rollback, type Session, SessionLost } from '../session.ts';
import { wait } from '../wait.ts';
import { beginAt, commitAt, Overtaken, passOver } from './checkpoint.ts';
import type { Build, Status } from './state.ts';
import { physicalTable } from './tables.ts';

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
  if (wanted.length === 0) return passOver(session, build, last, batch.length, status);
  await beginAt(session, build);
  await projection.apply(wanted, transactionOf(session, projection, build.build));
  return commitAt(session, build, last, batch.length, status);
}

/** What `apply` gets: this build's tables, in this session's open transaction. */
function transactionOf(session: Session, projection: Projection, build: number): Transaction {
  return {
    query: (text, values) => session.prepared(text, values),
    table: name => physicalTable(name, projection.version, build),
  };
}

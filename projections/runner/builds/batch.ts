import { wait } from '../../../concurrency/wait.ts';
import type { RecordedEvent } from '../../../event-store/log.ts';
import type { FailedEvent, Projection, Transaction } from '../../projection.ts';
import { isInfrastructureError, reason, rollback, type Session, SessionLost } from '../session.ts';
import type { Build, Status } from './builds.ts';
import { advanced, CheckpointConflict, moveCheckpoint } from './checkpoint.ts';
import { physicalTable } from './tables.ts';

/** An event that a projection cannot apply. The projection stops: skipping it would make the read model silently wrong. */
export class PoisonEvent extends Error {
  override readonly name = 'PoisonEvent';
  readonly event: FailedEvent;
  /** The build up to that event. */
  readonly build: Build;
  constructor(build: Build, { position, stream, revision, type, id }: RecordedEvent, cause: unknown) {
    super(reason(cause), { cause });
    this.build = build;
    this.event = { position, stream, revision, type, id };
  }
}

/** Attempts of a failing batch before it is split. */
const TRIES = 3;

/**
 * Applies a batch and moves the checkpoint to its end in one transaction. A batch that fails is retried, then halved
 * until the failing event is found.
 * @returns the build after the batch
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
  let begun = false;
  /** The checkpoint comes first: it is locked, so what is read afterwards stands until the commit. */
  const begin = () => {
    begun = true;
    return [session.client.query('begin'), moveCheckpoint(session, build, moved)];
  };
  const read: Transaction['read'] = async (text, values) => {
    if (!begun) await all(begin());
    const { rows } = await session.client.query({ text, values: [...values] });
    return rows;
  };
  const statements = wanted.length === 0 ? [] : await statementsOf(projection, build, wanted, read);
  if (statements.length === 0 && !begun) {
    await moveCheckpoint(session, build, moved);
    return moved;
  }
  // One round trip for all statements: after a failed one the server skips the others and the commit.
  await all([
    ...(begun ? [] : begin()),
    ...statements.map(({ text, values }) => session.prepared(text, values)),
    session.client.query('commit'),
  ]);
  return moved;
}

/** Waits for all, then throws what the first that failed says. */
async function all(sent: readonly Promise<unknown>[]): Promise<void> {
  const outcomes = await Promise.allSettled(sent);
  const failed = outcomes.find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
}

interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** The statements that apply a batch to this build's tables. */
async function statementsOf(
  projection: Projection,
  { build }: Build,
  wanted: readonly RecordedEvent[],
  read: Transaction['read'],
): Promise<readonly Statement[]> {
  const statements: Statement[] = [];
  await projection.apply(wanted, {
    read,
    write: (text, values) => statements.push({ text, values }),
    table: name => physicalTable(name, projection.version, build),
  });
  return statements;
}

import { changeSignal } from '../../concurrency/change-signal.ts';
import { backoff, wait } from '../../concurrency/wait.ts';
import { openPool } from '../../database/pool.ts';
import { Unavailable } from '../../event-store/log.ts';
import { UnknownSchema, type UpcastingLog } from '../../event-store/upcasting.ts';
import type { Projection } from '../projection.ts';
import { prepareReadModels } from './builds/builds.ts';
import { foldMemory } from './fold-memory.ts';
import { runAsLeader } from './leader.ts';
import type { LeaderContext } from './leader-context.ts';
import { openFeed } from './reading/feed.ts';
import { openSession, reason, tryBecomeLeader } from './session.ts';

export interface RunOptions {
  readonly log: UpcastingLog;
  readonly databaseUrl: string;
  readonly projections: readonly Projection[];
  /** Drains on abort: each projection finishes its current batch, then releases its lock. */
  readonly signal: AbortSignal;
  /** Receives a message when a projection loses its connection or fails unexpectedly. */
  readonly report?: (line: string) => void;
}

/** Milliseconds between a stand-by's attempts to become the leader. */
const STAND_BY_INTERVAL = 1_000;

/**
 * Runs the projections until the signal aborts: leads those whose lock is free, and takes over the others when their leader
 * is gone. Creates tables and views first, so that queries find them.
 * @returns resolves when all projections are drained
 */
export async function runProjections(options: RunOptions): Promise<void> {
  const pool = openPool({ connectionString: options.databaseUrl, max: 1 });
  const pauses = backoff(200, 5_000);
  while (!options.signal.aborted) {
    try {
      await prepareReadModels(pool, options.projections);
      break;
    } catch (error) {
      options.report?.(`read models cannot be prepared: ${reason(error)}`);
      await wait(pauses.next(), options.signal);
    }
  }
  await pool.end();
  if (options.signal.aborted) return;
  const changes = changeSignal();
  const feed = openFeed(options.log, changes, options.signal);
  const shared = { feed, changes, memory: foldMemory() };
  await Promise.all(options.projections.map(projection => runProjection(options, shared, projection)));
}

/** Connects, becomes the leader, runs; starts over after any failure. */
async function runProjection(
  options: RunOptions,
  shared: Pick<LeaderContext, 'feed' | 'changes' | 'memory'>,
  projection: Projection,
): Promise<void> {
  const { databaseUrl, log, signal, report = () => {} } = options;
  const pauses = backoff(100, 5_000);
  let lastReport: string | undefined;
  while (!signal.aborted) {
    let controlChanged = false;
    try {
      const session = await openSession(databaseUrl, `projection ${projection.name}`, named => {
        if (named !== projection.name) return;
        controlChanged = true;
        shared.changes.notify();
      });
      try {
        while (!signal.aborted && !session.lost.aborted) {
          if (!(await tryBecomeLeader(session, projection.name, projection.version))) {
            await wait(STAND_BY_INTERVAL, AbortSignal.any([signal, session.lost]));
            continue;
          }
          const logId = await log.id();
          pauses.reset();
          lastReport = undefined;
          await runAsLeader({
            session,
            databaseUrl,
            projection,
            log,
            logId,
            ...shared,
            controlChanged: () => controlChanged,
            acknowledgeControl: () => {
              controlChanged = false;
            },
            report,
            signal,
          });
        }
      } finally {
        await session.close();
      }
    } catch (error) {
      const line = `projection ${projection.name}: ${reason(error)}`;
      // Once per outage, not per attempt. The circuit breaker reports an unreachable log, once for all projections.
      if (line !== lastReport && !isAway(error)) report(line);
      lastReport = line;
    }
    if (!signal.aborted) await wait(pauses.next(), signal);
  }
}

/** Whether the log is unreachable. UnknownEvent and UnknownSchema are Unavailable too, but only the runner reports them. */
function isAway(error: unknown): boolean {
  return error instanceof Unavailable && !(error instanceof UnknownSchema);
}

import { backoff } from '../../../concurrency/wait.ts';
import { applyBatch } from '../builds/batch.ts';
import { type Build, insertBuild, loadBuilds } from '../builds/builds.ts';
import { asProjectionFailure, attachToLog, ProjectionFailed, recordFailure } from '../builds/failure.ts';
import { createTables } from '../builds/tables.ts';
import type { LeaderContext } from '../leader-context.ts';
import { type Plan, planOf } from '../plan.ts';
import { openSession, rollback, type Session } from '../session.ts';
import { fastRebuild } from './fast-rebuild.ts';
import { progressOf } from './progress.ts';
import { removeBuild } from './remove-build.ts';
import { swap } from './swap.ts';

/** Milliseconds after which a rebuild checks whether it is still needed. */
const CONTROL_INTERVAL = 1_000;

/**
 * All work next to a live build, on a separate session so that the live build never waits: removes obsolete and expired
 * builds, builds the replacement of the live build, and swaps it in. No lock is needed: when two processes write to the
 * same build, one fails with CheckpointConflict.
 * @param failed numbers of failed builds, which are not continued
 * @returns resolves when nothing is left to do or the signal aborts
 * @throws ProjectionFailed when the new build cannot continue; SessionLost, Unavailable, CheckpointConflict: retry
 */
export async function rebuild(
  context: LeaderContext,
  failed: ReadonlySet<number>,
  signal: AbortSignal,
): Promise<void> {
  const { databaseUrl, projection, log, logId } = context;
  const session = await openSession(databaseUrl, `rebuild of ${projection.name}`);
  // No idle timeout: this session has no lock, and it is idle while rows are copied on another session.
  await session.client.query('set idle_session_timeout = 0');
  const over = AbortSignal.any([signal, session.lost]);
  const attached = new Set<number>();
  try {
    while (!over.aborted) {
      const { builds, control } = await loadBuilds(session.client, projection.name);
      const plan = planOf(projection, builds, control, logId);
      for (const build of [...plan.expired, ...(plan.obsolete ? [plan.obsolete] : [])])
        await removeBuild(session, build);
      if (!plan.replacement || control.paused) return;
      if (plan.replacement === 'to start') {
        if (!plan.obsolete) await startBuild(session, context, control.replays);
        continue;
      }
      const { replacement } = plan;
      if (failed.has(replacement.build)) return;
      if (!attached.has(replacement.build)) await attachToLog(session, log, logId, replacement);
      attached.add(replacement.build);
      await catchUpAndSwap({ ...context, session }, plan, replacement, over);
    }
  } catch (error) {
    if (error instanceof ProjectionFailed) await recordFailure(session, error);
    throw error;
  } finally {
    await session.close();
  }
}

async function startBuild(session: Session, { projection }: LeaderContext, replays: number): Promise<void> {
  const { client } = session;
  await client.query('begin');
  try {
    const number = await insertBuild(client, projection, 'building', replays);
    await createTables(client, projection, number, 'with keys');
    await client.query('commit');
  } catch (error) {
    await rollback(session);
    throw error;
  }
}

/** Brings a build to the head of the log and swaps it in, or returns to check whether it is still needed. */
async function catchUpAndSwap(
  context: LeaderContext,
  { live }: Plan,
  from: Build,
  over: AbortSignal,
): Promise<void> {
  const { session, projection, feed, changes } = context;
  const onProgress = progressOf(session, from, live.eventsDone);
  const until = performance.now() + CONTROL_INTERVAL;
  const pauses = backoff(50, 1_000);
  let build = await asProjectionFailure(() => fastRebuild(context, from, onProgress, over));
  while (!over.aborted) {
    const version = changes.version();
    const { events, isLast } = await feed.next(build.position);
    if (events.length > 0) {
      build = await asProjectionFailure(() =>
        applyBatch(session, projection, build, events, 'Booting', over),
      );
      await onProgress(build.eventsDone);
    }
    const outcome = isLast ? await swap(session, projection, live, build) : 'behind';
    if (outcome === 'swapped' || performance.now() > until) return;
    if (isLast) await changes.waitAfter(version, outcome === 'blocked' ? pauses.next() : 10, over);
  }
}

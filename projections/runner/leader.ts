import { type Build, loadBuilds, updateBuild } from './builds/builds.ts';
import { CheckpointConflict } from './builds/checkpoint.ts';
import { attachToLog, ProjectionFailed, recordFailure } from './builds/failure.ts';
import { followLog } from './follow-log.ts';
import type { LeaderContext } from './leader-context.ts';
import { type Plan, planOf } from './plan.ts';
import { rebuild } from './rebuild/rebuild.ts';
import { reason, type Session, SessionLost } from './session.ts';

/** A leader reads the control table at least this often, in milliseconds. */
const CONTROL_INTERVAL = 1_000;
/** Seconds between heartbeats when there is nothing else to write. */
const HEARTBEAT_INTERVAL = 3;

/**
 * Runs one projection while the session has its lock: keeps the live build at the head of the log, and builds a
 * replacement in parallel for a new version or on an operator's request. A failed build is retried at start (because a
 * restart may bring a fix) and when an operator resumes it.
 * @throws SessionLost, Unavailable: the caller reconnects
 */
export async function runAsLeader(context: LeaderContext): Promise<void> {
  const { session, projection, signal } = context;
  const over = AbortSignal.any([session.lost, signal]);
  const failed = new Set<number>();
  const attached = new Set<number>();
  const rebuilds = rebuildTask(context, failed);
  let resumes = -1;
  try {
    while (!over.aborted) {
      context.acknowledgeControl();
      const { builds, control } = await loadBuilds(session.client, projection.name);
      if (control.resumes !== resumes) failed.clear();
      resumes = control.resumes;
      const plan = planOf(projection, builds, control, context.logId);
      const { live } = plan;
      if (control.paused) {
        await rebuilds.stop();
        for (const build of builds) await markPaused(session, build, projection.version);
      } else {
        // Cancelled, or requested again: the result of the running rebuild would be discarded.
        if (plan.obsolete) rebuilds.abort();
        rebuilds.startIfNeeded(plan);
      }
      const until = performance.now() + CONTROL_INTERVAL;
      if (control.paused || !plan.writable || failed.has(live.build)) {
        await waitForControl(context, until, over);
        continue;
      }
      try {
        if (!attached.has(live.build)) await attachToLog(session, context.log, context.logId, live);
        attached.add(live.build);
        if ((live.silentSeconds ?? 0) > HEARTBEAT_INTERVAL) await updateBuild(session, live, {});
        await followLog(context, live, until, over);
      } catch (error) {
        if (over.aborted) break;
        // The build was replaced; the next round loads the new one.
        if (error instanceof CheckpointConflict) continue;
        if (!(error instanceof ProjectionFailed)) throw error;
        await recordFailure(session, error);
        context.report(`projection ${projection.name} stopped: ${error.message}`);
        failed.add(live.build);
        attached.delete(live.build);
      }
    }
  } finally {
    await rebuilds.stop();
  }
  if (!signal.aborted) throw new SessionLost('the connection broke');
}

/** Waits for an operator's request or for another version to take over. */
async function waitForControl(
  { changes, controlChanged }: LeaderContext,
  until: number,
  over: AbortSignal,
): Promise<void> {
  for (;;) {
    const version = changes.version();
    const left = until - performance.now();
    if (controlChanged() || left <= 0 || over.aborted) return;
    await changes.waitAfter(version, left, over);
  }
}

async function markPaused(session: Session, build: Build, version: number): Promise<void> {
  if (build.version === version && build.stage !== 'retired' && build.status !== 'Paused')
    await updateBuild(session, build, { status: 'Paused' });
}

/** The rebuild beside the live build: at most one runs at a time. */
function rebuildTask(context: LeaderContext, failed: Set<number>) {
  const { projection, signal, session, report } = context;
  let running: { readonly end: AbortController; readonly done: Promise<void> } | undefined;
  let lastReport: string | undefined;

  const run = async (end: AbortController) => {
    try {
      await rebuild(context, failed, AbortSignal.any([end.signal, signal, session.lost]));
      lastReport = undefined;
    } catch (error) {
      if (end.signal.aborted || signal.aborted) return;
      if (error instanceof ProjectionFailed) failed.add(error.build.build);
      const line = `rebuild of projection ${projection.name} stopped: ${reason(error)}`;
      if (line !== lastReport) report(line);
      lastReport = line;
    } finally {
      running = undefined;
    }
  };

  return {
    /** Also restarts a rebuild that ended with a transient error. */
    startIfNeeded({ obsolete, replacement, expired }: Plan): void {
      const blocked = typeof replacement === 'object' && failed.has(replacement.build);
      const needed = obsolete || expired.length > 0 || (replacement && !blocked);
      if (!needed || running) return;
      const end = new AbortController();
      running = { end, done: run(end) };
    },
    /** Does not wait for the rebuild to end. The next `startIfNeeded` continues. */
    abort(): void {
      running?.end.abort();
    },
    async stop(): Promise<void> {
      const { end, done } = running ?? {};
      end?.abort();
      await done;
    },
  };
}

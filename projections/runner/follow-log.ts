import { BEGINNING } from '../../event-store/log.ts';
import { applyBatch } from './builds/batch.ts';
import { type Build, updateBuild } from './builds/builds.ts';
import { asProjectionFailure } from './builds/failure.ts';
import type { LeaderContext } from './leader-context.ts';
import { fastRebuild } from './rebuild/fast-rebuild.ts';
import { progressOf } from './rebuild/progress.ts';

/**
 * Keeps the live build at the head of the log, batch after batch.
 * @param until time to return, so that control requests are read; as in `performance.now()`
 * @throws ProjectionFailed, CheckpointConflict, SessionLost, Unavailable
 */
export async function followLog(
  context: LeaderContext,
  from: Build,
  until: number,
  over: AbortSignal,
): Promise<void> {
  const { session, projection, feed, changes, controlChanged } = context;
  let build = from;
  if (build.position === BEGINNING && !(await feed.next(BEGINNING)).isLast)
    build = await fastRebuild(context, build, progressOf(session, build, 0), over);
  while (!over.aborted && !controlChanged()) {
    const version = changes.version();
    const { events, isLast } = await feed.next(build.position);
    if (events.length > 0) {
      const status = isLast ? 'Active' : 'Booting';
      build = await asProjectionFailure(() => applyBatch(session, projection, build, events, status, over));
    } else if (build.status !== 'Active') build = await updateBuild(session, build, { status: 'Active' });
    else await changes.waitAfter(version, until - performance.now(), over);
    if (performance.now() >= until) return;
  }
}

import { BEGINNING } from '../../../event-store/log.ts';
import type { Build } from '../builds/builds.ts';
import { CheckpointConflict } from '../builds/checkpoint.ts';
import type { LeaderContext } from '../leader-context.ts';
import { isInfrastructureError, SessionLost } from '../session.ts';
import { foldAndCopy } from './fold-and-copy.ts';

/** Folds in memory and copies, if the projection supports it. Otherwise, and after a failure, returns the build unchanged. */
export async function fastRebuild(
  context: LeaderContext,
  from: Build,
  onProgress: (eventsDone: number) => Promise<void>,
  over: AbortSignal,
): Promise<Build> {
  if (from.position !== BEGINNING) return from;
  // A crashed attempt may have stored progress.
  const build = { ...from, eventsDone: 0 };
  try {
    return await foldAndCopy(context, build, onProgress, over);
  } catch (error) {
    const passing =
      error instanceof CheckpointConflict || error instanceof SessionLost || isInfrastructureError(error);
    if (over.aborted || passing) throw error;
    // Applying batches is slower, but it identifies the failing event.
    context.report(
      `projection ${context.projection.name} cannot be built in memory, it is built in batches: ${error}`,
    );
    return build;
  }
}

import type { Log } from '../../../event-store/log.ts';
import type { Session } from '../session.ts';
import { PoisonEvent } from './batch.ts';
import { type Build, updateBuild } from './builds.ts';
import { checkpointMismatch } from './checkpoint-mismatch.ts';

/** A build cannot continue in any process; other builds are not affected. */
export class ProjectionFailed extends Error {
  override readonly name = 'ProjectionFailed';
  readonly build: Build;
  constructor(build: Build, message: string, cause?: unknown) {
    super(message, { cause });
    this.build = build;
  }
}

/** Turns a poison event into the failure of its build; any other error passes through. */
export async function asProjectionFailure<T>(step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    if (!(error instanceof PoisonEvent)) throw error;
    const { type, stream, revision } = error.event;
    throw new ProjectionFailed(error.build, `${type} ${stream}@${revision}: ${error.message}`, error);
  }
}

/** Records that a build follows this log. @throws ProjectionFailed when its checkpoint belongs to another log */
export async function attachToLog(session: Session, log: Log, logId: string, build: Build): Promise<Build> {
  const mismatch = await checkpointMismatch(log, logId, build);
  if (mismatch) throw new ProjectionFailed(build, mismatch);
  return updateBuild(session, build, { logId });
}

/** Stores why a build stopped. */
export async function recordFailure(
  session: Session,
  { build, message, cause }: ProjectionFailed,
): Promise<void> {
  const poison = cause instanceof PoisonEvent ? cause : undefined;
  await updateBuild(session, build, {
    status: 'Failed',
    error: poison?.message ?? message,
    failedEvent: poison?.event ?? null,
  });
}

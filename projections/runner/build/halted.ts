import type { Log } from '../../../event-store/log.ts';
import type { Session } from '../session.ts';
import { Stuck } from './batch.ts';
import { misplaced } from './placing.ts';
import { type Build, note } from './state.ts';

/** A build cannot go on, whoever tries; other builds can. */
export class Halted extends Error {
  override readonly name = 'Halted';
  readonly build: Build;
  constructor(build: Build, message: string, cause?: unknown) {
    super(message, { cause });
    this.build = build;
  }
}

/** Names the build that cannot take an event; whatever else goes wrong is not the build's fault. */
export async function halting<T>(step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    if (!(error instanceof Stuck)) throw error;
    const { type, stream, revision } = error.event;
    throw new Halted(error.build, `${type} ${stream}@${revision}: ${error.message}`, error);
  }
}

/** Ties a build to the log. @throws Halted when its checkpoint is worth nothing in this one */
export async function place(session: Session, log: Log, logId: string, build: Build): Promise<Build> {
  const doubt = await misplaced(log, logId, build);
  if (doubt) throw new Halted(build, doubt);
  return note(session, build, { logId });
}

/** Writes down why a build stopped. */
export async function noteHalt(session: Session, { build, message, cause }: Halted): Promise<void> {
  const stuck = cause instanceof Stuck ? cause : undefined;
  await note(session, build, {
    status: 'Failed',
    error: stuck?.message ?? message,
    failedEvent: stuck?.event ?? null,
  });
}

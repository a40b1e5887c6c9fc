import type { Build } from '../builds/builds.ts';
import { updateBuild } from '../builds/builds.ts';
import type { Session } from '../session.ts';

/** Milliseconds between two updates of a rebuild's progress. */
const INTERVAL = 500;

/**
 * Stores the progress of a rebuild from time to time; this is also its heartbeat.
 * @param total events of the log: the live build has counted them
 */
export function progressOf(
  session: Session,
  build: Build,
  total: number,
): (eventsDone: number) => Promise<void> {
  const began = performance.now();
  let recordedAt = began;
  return async done => {
    const now = performance.now();
    if (now - recordedAt < INTERVAL) return;
    recordedAt = now;
    const rate = (done - build.eventsDone) / ((now - began) / 1000);
    const remaining = total > done && rate > 0 ? (total - done) / rate : 0;
    await updateBuild(session, build, {
      status: 'Booting',
      progress: { done, total: Math.max(total, done), rate, remaining },
    });
  };
}

import { BEGINNING } from '../../../event-store/log.ts';
import { Overtaken } from '../build/checkpoint.ts';
import type { Build } from '../build/state.ts';
import type { Leading } from '../lead.ts';
import { isCircumstance, SessionLost } from '../session.ts';
import { foldAndCopy } from './fold-and-copy.ts';

/** The fast way from nothing, where a projection offers it; else the build as it was. */
export async function fromNothing(
  { databaseUrl, projection, feed, report }: Leading,
  from: Build,
  onProgress: (eventsDone: number) => Promise<void>,
  over: AbortSignal,
): Promise<Build> {
  if (from.position !== BEGINNING) return from;
  // Whoever died on this way had noted progress.
  const build = { ...from, eventsDone: 0 };
  try {
    return await foldAndCopy(databaseUrl, projection, build, feed, onProgress, over);
  } catch (error) {
    const passing = error instanceof Overtaken || error instanceof SessionLost || isCircumstance(error);
    if (over.aborted || passing) throw error;
    // The way in sets is slower, and it names the event that is to blame.
    report(`projection ${projection.name} cannot be built in memory, it goes on in sets: ${error}`);
    return build;
  }
}

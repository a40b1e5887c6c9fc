import { BEGINNING } from '../../event-store/log.ts';
import { applyBatch } from './build/batch.ts';
import { halting } from './build/halted.ts';
import { type Build, note } from './build/state.ts';
import type { Leading } from './lead.ts';
import { BATCH } from './reading/feed.ts';
import { fromNothing } from './rebuild/from-nothing.ts';
import { progressOf } from './rebuild/progress.ts';

/**
 * Keeps the live build at the head of the log, batch after batch.
 * @param until when to look around again, in the milliseconds of `performance.now()`
 * @throws Halted, Overtaken, SessionLost, Unavailable
 */
export async function keepUp(leading: Leading, from: Build, until: number, over: AbortSignal): Promise<void> {
  const { session, projection, feed, news, asked } = leading;
  let build = from;
  if (build.position === BEGINNING && (await feed.next(BEGINNING)).length >= BATCH)
    build = await fromNothing(leading, build, progressOf(session, build, 0), over);
  while (!over.aborted && !asked()) {
    const heard = news.heard();
    const batch = await feed.next(build.position);
    if (batch.length > 0) {
      const status = batch.length < BATCH ? 'Active' : 'Booting';
      build = await halting(() => applyBatch(session, projection, build, batch, status, over));
    } else if (build.status !== 'Active') build = await note(session, build, { status: 'Active' });
    else await news.beyond(heard, until - performance.now(), over);
    if (performance.now() >= until) return;
  }
}

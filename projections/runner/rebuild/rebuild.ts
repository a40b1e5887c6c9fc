import { backoff } from '../../../event-store/wait.ts';
import { applyBatch } from '../build/batch.ts';
import { Halted, halting, noteHalt, place } from '../build/halted.ts';
import { type Build, insertBuild, loadBuilds } from '../build/state.ts';
import { createTables } from '../build/tables.ts';
import type { Leading } from '../lead.ts';
import { type Plan, planOf } from '../plan.ts';
import { BATCH } from '../reading/feed.ts';
import { openSession, rollback, type Session } from '../session.ts';
import { fromNothing } from './from-nothing.ts';
import { progressOf } from './progress.ts';
import { remove } from './remove.ts';
import { swap } from './swap.ts';

/** Milliseconds after which a rebuild looks whether it is still wanted. */
const LOOK_AROUND = 1_000;

/**
 * All that happens beside a live build, on a session of its own so that the live build never waits for it: clears away
 * what nobody reads any more, builds what is to replace the live build, and swaps it in. It needs no lock: two of them
 * would overtake each other at a checkpoint.
 * @param halted builds not to go on with
 * @returns resolves when nothing is left to do or the signal aborts
 * @throws Halted when the new build cannot go on; SessionLost, Unavailable, Overtaken: to be tried again
 */
export async function rebuild(
  leading: Leading,
  halted: ReadonlySet<number>,
  signal: AbortSignal,
): Promise<void> {
  const { databaseUrl, projection, log, logId } = leading;
  const session = await openSession(databaseUrl, `rebuild of ${projection.name}`);
  // It holds no lock that a runner which hangs would keep, and has nothing to say while rows are being copied.
  await session.client.query('set idle_session_timeout = 0');
  const over = AbortSignal.any([signal, session.lost]);
  const placed = new Set<number>();
  try {
    while (!over.aborted) {
      const { builds, control } = await loadBuilds(session.client, projection.name);
      const plan = planOf(projection, builds, control, logId);
      for (const build of [...plan.outlived, ...(plan.unwanted ? [plan.unwanted] : [])])
        await remove(session, build);
      if (!plan.replacement || control.paused) return;
      if (plan.replacement === 'to begin') {
        if (!plan.unwanted) await begin(session, leading, control.replays);
        continue;
      }
      const { replacement } = plan;
      if (halted.has(replacement.build)) return;
      if (!placed.has(replacement.build)) await place(session, log, logId, replacement);
      placed.add(replacement.build);
      await grow({ ...leading, session }, plan, replacement, over);
    }
  } catch (error) {
    if (error instanceof Halted) await noteHalt(session, error);
    throw error;
  } finally {
    await session.close();
  }
}

async function begin(session: Session, { projection }: Leading, replays: number): Promise<void> {
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

/** Brings a build to the head of the log and in place of the live one, or stops to look whether it is still wanted. */
async function grow(leading: Leading, { live }: Plan, from: Build, over: AbortSignal): Promise<void> {
  const { session, projection, feed, news } = leading;
  const onProgress = progressOf(session, from, live.eventsDone);
  const until = performance.now() + LOOK_AROUND;
  const pauses = backoff(50, 1_000);
  let build = await halting(() => fromNothing(leading, from, onProgress, over));
  while (!over.aborted) {
    const heard = news.heard();
    const batch = await feed.next(build.position);
    if (batch.length > 0) {
      build = await halting(() => applyBatch(session, projection, build, batch, 'Booting', over));
      await onProgress(build.eventsDone);
    }
    const outcome = batch.length < BATCH ? await swap(session, projection, live, build) : 'behind';
    if (outcome === 'swapped' || performance.now() > until) return;
    if (batch.length < BATCH) await news.beyond(heard, outcome === 'blocked' ? pauses.next() : 10, over);
  }
}

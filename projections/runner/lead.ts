import type { Bell } from '../../event-store/bell.ts';
import type { Log } from '../../event-store/log.ts';
import type { Projection } from '../projection.ts';
import { Overtaken } from './build/checkpoint.ts';
import { Halted, noteHalt, place } from './build/halted.ts';
import { type Build, loadBuilds, note } from './build/state.ts';
import { keepUp } from './live.ts';
import { type Plan, planOf } from './plan.ts';
import type { Feed } from './reading/feed.ts';
import { rebuild } from './rebuild/rebuild.ts';
import { reason, type Session, SessionLost } from './session.ts';

/** Milliseconds after which a leader looks around even when nobody told it anything. */
const LOOK_AROUND = 1_000;
/** Seconds after which a leader writes that it is alive when there is nothing else to write. */
const SIGN_OF_LIFE = 3;

export interface Leading {
  /** Holds the projection's lock. */
  readonly session: Session;
  readonly databaseUrl: string;
  readonly projection: Projection;
  readonly log: Log;
  readonly logId: string;
  readonly feed: Feed;
  /** Rung by new events and by operators. */
  readonly news: Bell;
  /** Whether operators have asked for something that was not looked at yet. */
  readonly asked: () => boolean;
  /** Takes a line for the operator. */
  readonly report: (line: string) => void;
  readonly signal: AbortSignal;
}

/**
 * Runs one projection for as long as the session holds its lock: keeps the live build at the head of the log, and
 * has it rebuilt beside that when a new version or an operator wants it. A build that had failed is tried again at the
 * start (a restart is how fixes arrive) and whenever an operator resumes it.
 * @param looked called before each look at what operators ask
 * @throws SessionLost, Unavailable: the caller connects again
 */
export async function lead(leading: Leading, looked: () => void): Promise<void> {
  const { session, projection, signal } = leading;
  const over = AbortSignal.any([session.lost, signal]);
  const halted = new Set<number>();
  const placed = new Set<number>();
  const beside = rebuildsOf(leading, halted);
  let resumes = -1;

  try {
    while (!over.aborted) {
      looked();
      const { builds, control } = await loadBuilds(session.client, projection.name);
      if (control.resumes !== resumes) halted.clear();
      resumes = control.resumes;
      const plan = planOf(projection, builds, control, leading.logId);
      const { live } = plan;
      if (control.paused) {
        await beside.stop();
        for (const build of builds) await notePause(session, build, projection.version);
      } else beside.keepGoing(plan);

      const until = performance.now() + LOOK_AROUND;
      if (control.paused || !plan.ours || halted.has(live.build)) {
        await idle(leading, until, over);
        continue;
      }
      try {
        if (!placed.has(live.build)) await place(session, leading.log, leading.logId, live);
        placed.add(live.build);
        if ((live.silentSeconds ?? 0) > SIGN_OF_LIFE) await note(session, live, {});
        await keepUp(leading, live, until, over);
      } catch (error) {
        if (over.aborted) break;
        // Swapped for another build, which the next look finds.
        if (error instanceof Overtaken) continue;
        if (!(error instanceof Halted)) throw error;
        await noteHalt(session, error);
        leading.report(`projection ${projection.name} stopped: ${error.message}`);
        halted.add(live.build);
        placed.delete(live.build);
      }
    }
  } finally {
    await beside.stop();
  }
  if (!signal.aborted) throw new SessionLost('the connection broke');
}

/** Nothing to write until an operator asks for it, or another version takes its place. */
async function idle({ news, asked }: Leading, until: number, over: AbortSignal): Promise<void> {
  for (;;) {
    const heard = news.heard();
    const left = until - performance.now();
    if (asked() || left <= 0 || over.aborted) return;
    await news.beyond(heard, left, over);
  }
}

async function notePause(session: Session, build: Build, version: number): Promise<void> {
  if (build.version === version && build.stage !== 'retired' && build.status !== 'Paused')
    await note(session, build, { status: 'Paused' });
}

/** The rebuild beside the live build: at most one at a time. */
function rebuildsOf(leading: Leading, halted: Set<number>) {
  const { projection, signal, session, report } = leading;
  let running: { readonly end: AbortController; readonly done: Promise<void> } | undefined;
  let said: string | undefined;

  const run = async (end: AbortController) => {
    try {
      await rebuild(leading, halted, AbortSignal.any([end.signal, signal, session.lost]));
      said = undefined;
    } catch (error) {
      if (end.signal.aborted || signal.aborted) return;
      if (error instanceof Halted) halted.add(error.build.build);
      const line = `rebuild of projection ${projection.name} stopped: ${reason(error)}`;
      if (line !== said) report(line);
      said = line;
    } finally {
      running = undefined;
    }
  };

  return {
    /** Begins when there is something to do that nobody does yet; what went wrong is begun again at the next look. */
    keepGoing({ unwanted, replacement, outlived }: Plan): void {
      const stuck = typeof replacement === 'object' && halted.has(replacement.build);
      const needed = unwanted || outlived.length > 0 || (replacement && !stuck);
      if (!needed || running) return;
      const end = new AbortController();
      running = { end, done: run(end) };
    },
    async stop(): Promise<void> {
      const { end, done } = running ?? {};
      end?.abort();
      await done;
    },
  };
}

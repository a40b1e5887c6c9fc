import { BEGINNING, type Log, PAGE } from '../../event-store/log.ts';
import type { Projection } from '../projection.ts';
import { applyBatch, Overtaken, Stuck } from './batch.ts';
import { createTables, dropTables } from './builds.ts';
import type { Feed } from './feed.ts';
import { misplaced } from './placing.ts';
import { foldAndCopy } from './rebuild.ts';
import { isCircumstance, rollback, type Session, SessionLost } from './session.ts';
import { type Build, type Control, insertBuild, loadBuilds, note } from './state.ts';
import { dropRetired, swap } from './swap.ts';

/** Milliseconds after which a leader looks around even when nobody told it anything. */
const LOOK_AROUND = 1_000;
/** Milliseconds between two notes of how far a rebuild has come. */
const NOTE_PROGRESS = 500;

export interface Leading {
  readonly session: Session;
  readonly projection: Projection;
  readonly log: Log;
  readonly feed: Feed;
  readonly logId: string;
  /** Whether operators asked for something since the last call. */
  readonly asked: () => boolean;
  readonly signal: AbortSignal;
}

/**
 * Runs one projection for as long as the session holds its lock: keeps the live build at the head of the log, and
 * builds anew beside it when a new version or an operator wants that. A build that had failed is tried again at the
 * start (a restart is how fixes arrive) and whenever an operator resumes it.
 * @throws SessionLost: the caller connects again
 */
export async function lead(leading: Leading): Promise<void> {
  const { session, projection, feed, signal } = leading;
  const over = AbortSignal.any([session.lost, signal]);
  const failed = new Set<number>();
  const placed = new Set<number>();
  let resumes = -1;

  while (!over.aborted) {
    const { live, building, control } = await look(leading);
    if (control.resumes !== resumes) failed.clear();
    resumes = control.resumes;
    await dropRetired(session, projection.name);
    const replacement = await wantedBuild(leading, live, building, control);
    const builds = [live, ...(replacement ? [replacement] : [])].filter(
      build => build.version === projection.version && !failed.has(build.build),
    );
    if (control.paused || builds.length === 0) {
      if (control.paused) for (const build of builds) await note(session, build, { status: 'Paused' });
      await idle(leading, over);
      continue;
    }

    try {
      for (const build of builds) {
        if (!placed.has(build.build)) await place(leading, build);
        placed.add(build.build);
      }
      await work(leading, live, builds, over);
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof Overtaken) throw new SessionLost(error.message, { cause: error });
      if (!(error instanceof Halted)) throw error;
      failed.add(error.build.build);
      placed.delete(error.build.build);
      await note(session, error.build, {
        status: 'Failed',
        error: error.message,
        failedEvent: error.cause instanceof Stuck ? error.cause.event : null,
      });
    }
    if (over.aborted) break;
    if (!leading.asked()) await feed.news(0, over);
  }
  if (session.lost.aborted && !signal.aborted) throw new SessionLost('the connection broke');
}

/** A build cannot go on; the others can. */
class Halted extends Error {
  override readonly name = 'Halted';
  readonly build: Build;
  constructor(build: Build, message: string, cause?: unknown) {
    super(message, { cause });
    this.build = build;
  }
}

async function look({ session, projection }: Leading) {
  const { builds, control } = await loadBuilds(session.client, projection.name);
  const live = builds.find(build => build.stage === 'live');
  if (!live) throw new Error(`${projection.name} has no live build; prepareReadModels makes the first`);
  return { live, building: builds.find(build => build.stage === 'building'), control };
}

async function idle({ feed, asked }: Leading, over: AbortSignal): Promise<void> {
  const until = performance.now() + LOOK_AROUND;
  while (!asked() && performance.now() < until && !over.aborted) await feed.news(100, over);
}

/** The build that is to replace the live one, if any: begins it, and gives up one that nobody wants any more. */
async function wantedBuild(
  { session, projection }: Leading,
  live: Build,
  building: Build | undefined,
  control: Control,
): Promise<Build | undefined> {
  const answers = (build: Build) => build.version === projection.version && build.replay >= control.replays;
  if (building && answers(building)) return building;
  if (building && building.version > projection.version) return undefined;
  if (building) await inTransaction(session, () => discard(session, building));
  if (answers(live) || live.version > projection.version) return undefined;
  await inTransaction(session, async () => {
    const number = await insertBuild(session.client, projection, 'building', control.replays);
    await createTables(session.client, projection, number, 'with keys');
  });
  const { builds } = await loadBuilds(session.client, projection.name);
  return builds.find(build => build.stage === 'building');
}

async function discard({ client }: Session, build: Build): Promise<void> {
  await dropTables(client, build);
  await client.query('delete from read_models.projection_state where projection = $1 and build = $2', [
    build.projection,
    build.build,
  ]);
}

async function inTransaction(session: Session, work: () => Promise<void>): Promise<void> {
  await session.client.query('begin');
  try {
    await work();
    await session.client.query('commit');
  } catch (error) {
    await rollback(session);
    throw error;
  }
}

/** Ties a build to the log, or halts it because its checkpoint belongs to another one. */
async function place({ session, log, logId }: Leading, build: Build): Promise<void> {
  const doubt = await misplaced(log, logId, build);
  if (doubt) throw new Halted(build, doubt);
  await note(session, build, { logId });
}

/** Batch after batch until it is time to look around, or the replacement is shown. */
async function work(
  leading: Leading,
  live: Build,
  builds: readonly Build[],
  over: AbortSignal,
): Promise<void> {
  const { session, projection, feed, log, signal } = leading;
  const current = new Map<string, Build>(
    builds.map(build => [build.stage, { ...build, logId: leading.logId }]),
  );
  const until = performance.now() + LOOK_AROUND;
  let folds = projection.fold !== undefined;
  do {
    let moved = false;
    for (const [stage, build] of current) {
      const before = build.position;
      const next = await halting(async () => {
        if (stage === 'building' && before === BEGINNING && folds) {
          try {
            const onPage = progressOf(session, build, live.eventsDone);
            return await foldAndCopy(session, projection, build, log, onPage, signal);
          } catch (error) {
            if (over.aborted || error instanceof Overtaken || isCircumstance(error)) throw error;
            // The way in sets is slower, and it names the event that is to blame.
            await rollback(session);
            folds = false;
          }
        }
        const batch = await feed.next(before, PAGE);
        if (batch.length > 0)
          return applyBatch(
            session,
            projection,
            build,
            batch,
            batch.length < PAGE ? 'Active' : 'Booting',
            signal,
          );
        return build.status === 'Active' ? build : note(session, build, { status: 'Active' });
      });
      current.set(stage, next);
      moved ||= next.position !== before;
    }
    const built = current.get('building');
    if (built && !moved && (await swap(session, projection, current.get('live') ?? live, built))) return;
    if (!moved) await feed.news(Math.max(10, until - performance.now()), over);
  } while (!over.aborted && !leading.asked() && performance.now() < until);
}

/** Names the build that cannot take an event; anything else is not the build's fault. */
async function halting(step: () => Promise<Build>): Promise<Build> {
  try {
    return await step();
  } catch (error) {
    if (!(error instanceof Stuck)) throw error;
    throw new Halted(error.build, error.message, error);
  }
}

/** Notes how far a rebuild is: the live build has counted the events of the log, so their total is known. */
function progressOf(session: Session, build: Build, total: number): (events: number) => Promise<void> {
  const started = performance.now();
  let noted = started;
  return async events => {
    const now = performance.now();
    if (now - noted < NOTE_PROGRESS) return;
    noted = now;
    const rate = events / ((now - started) / 1000);
    const remaining = total > events ? (total - events) / rate : 0;
    await note(session, build, { status: 'Booting', progress: { done: events, total, rate, remaining } });
  };
}

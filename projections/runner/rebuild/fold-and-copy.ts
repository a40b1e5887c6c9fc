import { BEGINNING, type RecordedEvent } from '../../../event-store/log.ts';
import type { Build } from '../builds/builds.ts';
import { advanced, moveCheckpoint } from '../builds/checkpoint.ts';
import { addKeys, analyze, createTables, dropTables, physicalTable } from '../builds/tables.ts';
import type { LeaderContext } from '../leader-context.ts';
import { openSession, reason, SessionLost } from '../session.ts';
import { copy } from './copy.ts';

/**
 * Limits of a first build's fold, about 60 MB and some seconds, because control requests wait for it. A rebuild next to a
 * live build is limited only by the memory of the process. The rest of the log is applied batch by batch.
 */
const FIRST_BUILD = { rows: 250_000, events: 1_000_000 };

/**
 * Builds from the beginning of the log: folds events in memory and copies the rows. A build that queries do not see yet
 * gets its keys and indexes after the copy; the tables of a live build stay in place, empty until the commit. After a
 * crash the build is still empty and starts over.
 * @param onBatch called after each batch with the number of events folded so far
 * @returns the build at the last folded event
 */
export async function foldAndCopy(
  context: LeaderContext,
  build: Build,
  onBatch: (events: number) => Promise<void>,
  signal: AbortSignal,
): Promise<Build> {
  const { projection, memory } = context;
  if (!projection.fold) return build;
  const fold = projection.fold();
  try {
    const isFirst = build.stage === 'live';
    let last: RecordedEvent | undefined;
    let events = 0;
    while (memory.reserve(fold, fold.size())) {
      if (isFirst && (fold.size() >= FIRST_BUILD.rows || events >= FIRST_BUILD.events)) break;
      const batch = await context.feed.next(last?.position ?? BEGINNING);
      signal.throwIfAborted();
      if (batch.events.length === 0) break;
      const wanted = batch.events.filter(event => projection.events.has(event.type));
      if (wanted.length > 0) fold.add(wanted);
      last = batch.events.at(-1);
      events += batch.events.length;
      await onBatch(events);
    }
    if (!last) return build;
    return await copyRows(context, build, advanced(build, last, events, 'Booting'), fold.copies(), signal);
  } finally {
    memory.release(fold);
  }
}

/**
 * Writes the rows of a build and moves its checkpoint, in one transaction.
 * @param copies rows in COPY's text format, by table name
 */
async function copyRows(
  { databaseUrl, projection }: LeaderContext,
  build: Build,
  target: Build,
  copies: Readonly<Record<string, Iterable<string>>>,
  signal: AbortSignal,
): Promise<Build> {
  const session = await openSession(
    databaseUrl,
    `rebuild of ${projection.name}, copying`,
    () => {},
    'to copy',
  );
  const { client } = session;
  try {
    await client.query('begin');
    await moveCheckpoint(session, build, target);
    const isHidden = build.stage !== 'live';
    if (isHidden) {
      await dropTables(client, { ...build, version: projection.version });
      await createTables(client, projection, build.build, 'without keys');
    }
    for (const { name } of projection.tables) {
      const table = physicalTable(name, projection.version, build.build);
      await copy(session, table, copies[name] ?? [], isHidden ? 'a new table' : 'an old table', signal);
    }
    if (isHidden) await addKeys(client, projection, build.build);
    else await analyze(client, projection, build.build);
    await client.query('commit');
    return target;
  } catch (error) {
    if (session.lost.aborted) throw new SessionLost(reason(error), { cause: error });
    throw error;
  } finally {
    await session.close();
  }
}

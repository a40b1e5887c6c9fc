import { BEGINNING, type RecordedEvent } from '../../../event-store/log.ts';
import type { Projection } from '../../projection.ts';
import { behind, moveCheckpoint } from '../build/checkpoint.ts';
import type { Build } from '../build/state.ts';
import { addKeys, createTables, dropTables, physicalTable } from '../build/tables.ts';
import type { Feed } from '../reading/feed.ts';
import { openSession, reason, SessionLost } from '../session.ts';
import { copy } from './copy.ts';

/** Rows a fold may hold before the rebuild goes on batch by batch: about a gigabyte. */
const MOST_ROWS = 4_000_000;

/**
 * Builds from nothing the fast way: folds the log in memory, copies the rows in, and makes keys and indexes last. A
 * process that dies meanwhile leaves an empty build at the beginning of the log, which starts over.
 * @param onPage called after each page with the events folded so far
 * @returns the build behind the last event that was folded
 */
export async function foldAndCopy(
  databaseUrl: string,
  projection: Projection,
  build: Build,
  feed: Feed,
  onPage: (events: number) => Promise<void>,
  signal: AbortSignal,
): Promise<Build> {
  if (!projection.fold) return build;
  const fold = projection.fold();
  let last: RecordedEvent | undefined;
  let events = 0;
  while (fold.size() < MOST_ROWS) {
    const page = await feed.next(last?.position ?? BEGINNING);
    signal.throwIfAborted();
    if (page.length === 0) break;
    const wanted = page.filter(event => projection.events.has(event.type));
    if (wanted.length > 0) fold.add(wanted);
    last = page.at(-1);
    events += page.length;
    await onPage(events);
  }
  if (!last) return build;

  const moved = behind(build, last, events, 'Booting');
  const session = await openSession(
    databaseUrl,
    `rebuild of ${projection.name}, copying`,
    () => {},
    'to copy',
  );
  const { client } = session;
  try {
    await client.query('begin');
    await moveCheckpoint(session, build, moved);
    await dropTables(client, { ...build, version: projection.version });
    await createTables(client, projection, build.build, 'without keys');
    const rows = fold.rows();
    for (const { name } of projection.tables)
      await copy(session, physicalTable(name, projection.version, build.build), rows[name] ?? [], signal);
    await addKeys(client, projection, build.build);
    await client.query('commit');
    return moved;
  } catch (error) {
    if (session.lost.aborted) throw new SessionLost(reason(error), { cause: error });
    throw error;
  } finally {
    await session.close();
  }
}

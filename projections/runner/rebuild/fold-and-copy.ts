import { BEGINNING, type RecordedEvent } from '../../../event-store/log.ts';
import type { Projection } from '../../projection.ts';
import type { Build } from '../builds/builds.ts';
import { advanced, moveCheckpoint } from '../builds/checkpoint.ts';
import { addKeys, createTables, dropTables, physicalTable } from '../builds/tables.ts';
import type { Feed } from '../reading/feed.ts';
import { openSession, reason, SessionLost } from '../session.ts';
import { copy } from './copy.ts';

/** What is folded in memory at most; the rest of the log is applied batch by batch. */
interface FoldLimit {
  readonly rows: number;
  readonly events: number;
}

const FOLD_LIMITS: Readonly<Record<'live' | 'building', FoldLimit>> = {
  // All read models may start at once. Control requests wait; about 60 MB each.
  live: { rows: 250_000, events: 1_000_000 },
  // About a gigabyte.
  building: { rows: 4_000_000, events: Number.POSITIVE_INFINITY },
};

/**
 * Builds from the beginning of the log: folds it in memory and copies the rows in. A build that queries do not see yet
 * gets its keys and indexes last; the tables of a live one stay in place, empty until the commit. A process that
 * crashes meanwhile leaves an empty build at the beginning of the log, which starts over.
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
  const limit = FOLD_LIMITS[build.stage === 'live' ? 'live' : 'building'];
  let last: RecordedEvent | undefined;
  let events = 0;
  while (fold.size() < limit.rows && events < limit.events) {
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

  const target = advanced(build, last, events, 'Booting');
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
    const copies = fold.copies();
    for (const { name } of projection.tables) {
      const table = physicalTable(name, projection.version, build.build);
      await copy(session, table, copies[name] ?? [], isHidden ? 'a new table' : 'an old table', signal);
    }
    if (isHidden) await addKeys(client, projection, build.build);
    await client.query('commit');
    return target;
  } catch (error) {
    if (session.lost.aborted) throw new SessionLost(reason(error), { cause: error });
    throw error;
  } finally {
    await session.close();
  }
}

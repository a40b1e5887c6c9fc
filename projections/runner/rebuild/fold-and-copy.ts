import { BEGINNING, type RecordedEvent } from '../../../event-store/log.ts';
import type { Projection } from '../../projection.ts';
import { behind, moveCheckpoint } from '../build/checkpoint.ts';
import type { Build } from '../build/state.ts';
import { addKeys, createTables, dropTables, physicalTable } from '../build/tables.ts';
import type { Feed } from '../reading/feed.ts';
import { openSession, reason, SessionLost } from '../session.ts';
import { copy } from './copy.ts';

/** What is folded at most before the build goes on batch by batch. */
interface Most {
  readonly rows: number;
  readonly events: number;
}

const MOST: Readonly<Record<'live' | 'building', Most>> = {
  // All read models may begin at once, and their leaders hear of nothing else meanwhile: some 60 MB each, and seconds.
  live: { rows: 250_000, events: 1_000_000 },
  // About a gigabyte.
  building: { rows: 4_000_000, events: Number.POSITIVE_INFINITY },
};

/**
 * Builds from nothing the fast way: folds the log in memory and copies the rows in. A build that nobody sees yet gets
 * its keys and indexes last; the tables of a live one, empty until the commit, stay where queries find them. A process
 * that dies meanwhile leaves an empty build at the beginning of the log, which starts over.
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
  const most = MOST[build.stage === 'live' ? 'live' : 'building'];
  let last: RecordedEvent | undefined;
  let events = 0;
  while (fold.size() < most.rows && events < most.events) {
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
    const unseen = build.stage !== 'live';
    if (unseen) {
      await dropTables(client, { ...build, version: projection.version });
      await createTables(client, projection, build.build, 'without keys');
    }
    const rows = fold.rows();
    for (const { name } of projection.tables) {
      const table = physicalTable(name, projection.version, build.build);
      await copy(session, table, rows[name] ?? [], unseen ? 'a new table' : 'an old table', signal);
    }
    if (unseen) await addKeys(client, projection, build.build);
    await client.query('commit');
    return moved;
  } catch (error) {
    if (session.lost.aborted) throw new SessionLost(reason(error), { cause: error });
    throw error;
  } finally {
    await session.close();
  }
}

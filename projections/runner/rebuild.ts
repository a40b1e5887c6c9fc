import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';
import { BEGINNING, type Log, PAGE, type RecordedEvent } from '../../event-store/log.ts';
import type { Projection, Row, Value } from '../projection.ts';
import { lockCheckpoint } from './batch.ts';
import { addKeys, createTables, dropTables, physicalTable } from './builds.ts';
import type { Session } from './session.ts';
import type { Build } from './state.ts';

/** Rows a fold may hold before the rebuild goes on batch by batch: about a gigabyte. */
const MOST_ROWS = 4_000_000;

/** Called after each page: events folded so far. */
export type OnPage = (events: number) => Promise<void>;

/**
 * Builds from nothing the fast way: folds the log in memory, copies the rows in, and makes keys and indexes last. A
 * process that dies meanwhile leaves an empty build at the beginning of the log, which starts over.
 * @returns the build behind the last event that was folded
 */
export async function foldAndCopy(
  session: Session,
  projection: Projection,
  build: Build,
  log: Log,
  onPage: OnPage,
  signal: AbortSignal,
): Promise<Build> {
  if (!projection.fold || build.position !== BEGINNING) return build;
  const fold = projection.fold();
  let last: RecordedEvent | undefined;
  let events = 0;
  while (fold.size() < MOST_ROWS) {
    signal.throwIfAborted();
    const page: readonly RecordedEvent[] = await log.readAll({
      after: last?.position ?? BEGINNING,
      limit: PAGE,
    });
    if (page.length === 0) break;
    const wanted = page.filter(event => projection.events.has(event.type));
    if (wanted.length > 0) fold.add(wanted);
    last = page.at(-1);
    events += page.length;
    await onPage(events);
  }
  if (!last) return build;

  const { client } = session;
  const lastEvent = { id: last.id, stream: last.stream, revision: last.revision };
  await client.query('begin');
  await lockCheckpoint(session, build);
  await dropTables(client, { ...build, version: projection.version });
  await createTables(client, projection, build.build, 'without keys');
  const rows = fold.rows();
  for (const { name } of projection.tables)
    await copy(session, physicalTable(name, projection.version, build.build), rows[name] ?? []);
  await addKeys(client, projection, build.build);
  await client.query(
    `update read_models.projection_state set position = $3, last_event = $4, events_done = $5, heartbeat = now()
     where projection = $1 and build = $2`,
    [build.projection, build.build, last.position, JSON.stringify(lastEvent), events],
  );
  await client.query('commit');
  return { ...build, position: last.position, lastEvent, eventsDone: events };
}

async function copy(session: Session, table: string, rows: Iterable<Row>): Promise<void> {
  const target = session.client.query(copyFrom(`copy ${table} from stdin`));
  await pipeline(Readable.from(chunks(rows)), target);
}

/** Postgres' text format, in pieces of some kilobytes: one write per row would cost more than the copy. */
function* chunks(rows: Iterable<Row>): Iterable<string> {
  let chunk = '';
  for (const row of rows) {
    chunk += `${row.map(field).join('\t')}\n`;
    if (chunk.length < 65_536) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk) yield chunk;
}

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

function field(value: Value): string {
  return value === null ? '\\N' : String(value).replace(/[\\\t\n\r]/g, character => escapes[character] ?? '');
}

import type pg from 'pg';
import { BEGINNING, type Metadata, PAGE, PAGE_BYTES, type Position, type RecordedEvent } from '../log.ts';
import { unavailable } from './connection.ts';

/** Digits of the largest bigint: positions are padded to this length, so that they compare as strings. */
const DIGITS = 19;

export function positionFrom(number: string): Position {
  return number === '0' ? BEGINNING : number.padStart(DIGITS, '0');
}

/** @throws RangeError for a string that is not a position of this kind of log */
function numberFrom(position: Position): string {
  if (position === BEGINNING) return '0';
  if (!/^\d{19}$/.test(position)) throw new RangeError(`${position} is not a position of this log`);
  return position;
}

type Row = [
  position: string,
  stream: string,
  revision: number,
  id: string,
  type: string,
  data: Readonly<Record<string, unknown>>,
  metadata: Metadata,
  bytes: number,
];

const columns = 'position, stream, revision, id, type, data, metadata';

/** An event is as large as it is stored, unless its data is compressed: its size is known only when it is decompressed. */
const storedBytes = 'pg_column_size(data) + pg_column_size(metadata)';
const bytes = `case when pg_column_compression(data) is null then pg_column_size(data) else octet_length(data::text) end
  + pg_column_size(metadata)`;

/** A page of events. Data is decompressed to be measured only where the page would not be too large as it is stored. */
const pageOf = (condition: string, order: 'revision' | 'position') => `
  with stored as (
    select ${columns}, sum(${storedBytes}) over preceding as before from event_log.events where ${condition}
    window preceding as (order by ${order} rows between unbounded preceding and 1 preceding)
    order by ${order} limit $1
  ), measured as (
    select ${columns}, ${bytes} as bytes from stored where coalesce(before, 0) < ${PAGE_BYTES}
  ), page as (
    select *, sum(bytes) over preceding as before from measured
    window preceding as (order by ${order} rows between unbounded preceding and 1 preceding)
  )
  select ${columns}, bytes from page where coalesce(before, 0) < ${PAGE_BYTES} order by ${order}`;

const streamPage = pageOf('stream = $2 and revision > $3', 'revision');
const logPage = pageOf('position > $2', 'position');

export async function readStream(
  pool: pg.Pool,
  stream: string,
  { after = -1, limit = PAGE }: { after?: number; limit?: number } = {},
): Promise<readonly RecordedEvent[]> {
  return events(pool, {
    name: 'read stream',
    text: streamPage,
    values: [limit, stream, after],
  });
}

export async function readAll(
  pool: pg.Pool,
  { after = BEGINNING, limit = PAGE }: { after?: Position; limit?: number } = {},
): Promise<readonly RecordedEvent[]> {
  return events(pool, {
    name: 'read all',
    text: logPage,
    values: [limit, numberFrom(after)],
  });
}

/** The position of the last event when exactly these events already follow `expected`. */
export async function findEarlierAppend(
  pool: pg.Pool,
  { stream, expected, ids }: { stream: string; expected: number; ids: readonly string[] },
): Promise<Position | undefined> {
  const standing = await readStream(pool, stream, { after: expected, limit: ids.length });
  return ids.every((id, index) => standing[index]?.id === id) ? standing.at(-1)?.position : undefined;
}

export async function readHead(pool: pg.Pool): Promise<{ position: Position; id: string }> {
  const { rows } = await query<{ position: string; log_id: string }>(pool, {
    name: 'read head',
    text: 'select position, log_id from event_log.head',
  });
  const [head] = rows;
  if (!head) throw unavailable('the log has lost its head row');
  return { position: positionFrom(head.position), id: head.log_id };
}

async function events(pool: pg.Pool, config: pg.QueryConfig): Promise<readonly RecordedEvent[]> {
  const { rows } = await query<Row>(pool, { ...config, rowMode: 'array' });
  return rows.map(([position, stream, revision, id, type, data, metadata, bytes]) => ({
    position: positionFrom(position),
    stream,
    revision,
    id,
    type,
    data,
    metadata,
    bytes,
  }));
}

/** @throws Unavailable for any failure */
async function query<R extends pg.QueryResultRow>(
  pool: pg.Pool,
  config: pg.QueryConfig & { rowMode?: 'array' },
): Promise<pg.QueryResult<R>> {
  try {
    return await pool.query<R>(config);
  } catch (cause) {
    throw unavailable(cause);
  }
}

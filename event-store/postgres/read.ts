import type pg from 'pg';
import { BEGINNING, type Metadata, PAGE, type Position, type RecordedEvent } from '../log.ts';
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
];

const columns = 'position, stream, revision, id, type, data, metadata';

export async function readStream(
  pool: pg.Pool,
  stream: string,
  { after = -1, limit = PAGE }: { after?: number; limit?: number } = {},
): Promise<readonly RecordedEvent[]> {
  return events(pool, {
    name: 'read stream',
    text: `select ${columns} from event_log.events where stream = $1 and revision > $2 order by revision limit $3`,
    values: [stream, after, limit],
  });
}

export async function readAll(
  pool: pg.Pool,
  { after = BEGINNING, limit = PAGE }: { after?: Position; limit?: number } = {},
): Promise<readonly RecordedEvent[]> {
  return events(pool, {
    name: 'read all',
    text: `select ${columns} from event_log.events where position > $1 order by position limit $2`,
    values: [numberFrom(after), limit],
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
  return rows.map(([position, stream, revision, id, type, data, metadata]) => ({
    position: positionFrom(position),
    stream,
    revision,
    id,
    type,
    data,
    metadata,
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

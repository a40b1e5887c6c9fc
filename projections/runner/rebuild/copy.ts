import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';
import type { Row, Value } from '../../projection.ts';
import type { Session } from '../session.ts';

/** Copies rows into a table: `'a new table'` is one that the open transaction has made. */
export async function copy(
  { client }: Session,
  table: string,
  rows: Iterable<Row>,
  into: 'a new table' | 'an old table',
  signal: AbortSignal,
): Promise<void> {
  // Frozen: nobody sees a new table before the commit, and vacuum need not come by again.
  const target = client.query(
    copyFrom(`copy ${table} from stdin${into === 'a new table' ? ' with (freeze)' : ''}`),
  );
  await pipeline(Readable.from(chunks(rows, signal)), target);
}

/** Postgres' text format, in pieces of some kilobytes: one write per row would cost more than the copy. */
function* chunks(rows: Iterable<Row>, signal: AbortSignal): Iterable<string> {
  let chunk = '';
  for (const row of rows) {
    chunk += `${row.map(field).join('\t')}\n`;
    if (chunk.length < 65_536) continue;
    signal.throwIfAborted();
    yield chunk;
    chunk = '';
  }
  if (chunk) yield chunk;
}

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

function field(value: Value): string {
  return value === null ? '\\N' : String(value).replace(/[\\\t\n\r]/g, character => escapes[character] ?? '');
}

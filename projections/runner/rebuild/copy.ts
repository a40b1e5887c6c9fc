import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';
import type { Session } from '../session.ts';

/**
 * Copies rows into a table; `'a new table'` was created in the open transaction.
 * @param pieces the rows in the text that `COPY` reads
 */
export async function copy(
  { client }: Session,
  table: string,
  pieces: Iterable<string>,
  into: 'a new table' | 'an old table',
  signal: AbortSignal,
): Promise<void> {
  // FREEZE is allowed because the table is not visible before the commit, and saves a later vacuum.
  const target = client.query(
    copyFrom(`copy ${table} from stdin${into === 'a new table' ? ' with (freeze)' : ''}`),
  );
  await pipeline(Readable.from(pieces), target, { signal });
}

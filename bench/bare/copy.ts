import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { BEGINNING, type Log, PAGE, type RecordedEvent } from '../../event-store/log.ts';
import { rate } from '../measure.ts';

/** `COPY` of the log's events into a table without an index; their text is made beforehand. */
export async function bareCopy(pool: pg.Pool, log: Log) {
  const chunks: string[] = [];
  let events = 0;
  for (let after = BEGINNING; ; ) {
    const page = await log.readAll({ after, limit: PAGE });
    const last = page.at(-1);
    if (!last) break;
    after = last.position;
    events += page.length;
    for (let from = 0; from < page.length; from += 100)
      chunks.push(
        page
          .slice(from, from + 100)
          .map(line)
          .join(''),
      );
  }
  const copying = async () => {
    const client = await pool.connect();
    await client.query(
      `drop table if exists copied; create table copied (
         position text, stream text, revision int, id uuid, type text, data json, metadata json)`,
    );
    const perSecond = await rate(events, () =>
      pipeline(Readable.from(chunks), client.query(copyFrom('copy copied from stdin'))),
    );
    client.release();
    return perSecond;
  };
  return { copying, drop: async () => void (await pool.query('drop table copied')) };
}

function line({ position, stream, revision, id, type, data, metadata }: RecordedEvent): string {
  const fields = [position, stream, revision, id, type, JSON.stringify(data), JSON.stringify(metadata)];
  return `${fields.join('\t').replaceAll('\\', '\\\\')}\n`;
}

import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { BEGINNING, isFull, type Log, PAGE, type RecordedEvent } from '../event-store/log.ts';
import type { Projection } from '../projections/projection.ts';
import { BATCH } from '../projections/runner/reading/feed.ts';
import { rate } from './measure.ts';

/** Loops that do the least a read model can: read and parse the log, and write as many rows of the same width. */
export interface PlainLoops {
  /** Batch after batch, with `unnest`, into tables without keys. Events of the log per second. */
  inserting(): Promise<number>;
  /** The log first, then all rows with `COPY`, into tables without keys. Events of the log per second. */
  copying(): Promise<number>;
  drop(): Promise<void>;
}

interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** What is written is prepared beforehand: the loops neither merge rows nor encode them. */
export async function plainLoops(pool: pg.Pool, log: Log, projection: Projection): Promise<PlainLoops> {
  const table = (name: string) => `plain_${name}`;
  const batches: (readonly Statement[])[] = [];
  const fold = projection.fold?.();
  let events = 0;
  for await (const batch of batchesOf(log)) {
    const wanted = batch.filter(({ type }) => projection.events.has(type));
    const statements: Statement[] = [];
    if (wanted.length > 0) {
      fold?.add(wanted);
      await projection.apply(wanted, {
        table,
        // Plain inserts need no row that is there.
        read: async () => [],
        write: (text, values) => statements.push({ text: insertOf(text), values }),
      });
    }
    batches.push(statements);
    events += batch.length;
  }
  const copies = Object.entries(fold?.copies() ?? {}).map(([name, pieces]) => ({
    name,
    pieces: [...pieces],
  }));

  const withTables = async (work: (client: pg.PoolClient) => Promise<void>) => {
    const client = await pool.connect();
    await client.query('set synchronous_commit = off');
    for (const { name, columns } of projection.tables) {
      const declared = Object.entries(columns).map(([column, type]) => `${column} ${type}`);
      await client.query(
        `drop table if exists ${table(name)}; create table ${table(name)} (${declared.join(', ')})`,
      );
    }
    const perSecond = await rate(events, () => work(client));
    client.release(true);
    return perSecond;
  };

  return {
    inserting: () =>
      withTables(async client => {
        let batch = 0;
        for await (const _ of batchesOf(log)) {
          await client.query('begin');
          for (const { text, values } of batches[batch++] ?? []) await client.query(text, [...values]);
          await client.query('commit');
        }
      }),
    copying: () =>
      withTables(async client => {
        for await (const _ of batchesOf(log));
        for (const { name, pieces } of copies)
          await pipeline(Readable.from(pieces), client.query(copyFrom(`copy ${table(name)} from stdin`)));
      }),
    async drop() {
      for (const { name } of projection.tables) await pool.query(`drop table if exists ${table(name)}`);
    },
  };
}

/** The statement of a read model without what it does about rows that are there already. */
function insertOf(upsert: string): string {
  return upsert.replace(' as old', '').replace(/\s+on conflict[\s\S]*$/, '');
}

/** The log in batches of the runner's size. */
async function* batchesOf(log: Log): AsyncGenerator<readonly RecordedEvent[]> {
  for (let after = BEGINNING; ; ) {
    const batch: RecordedEvent[] = [];
    while (batch.length < BATCH) {
      const page = await log.readAll({ after: batch.at(-1)?.position ?? after, limit: PAGE });
      batch.push(...page);
      if (!isFull(page)) break;
    }
    const last = batch.at(-1);
    if (!last) return;
    yield batch;
    after = last.position;
  }
}

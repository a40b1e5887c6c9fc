import { randomUUID } from 'node:crypto';
import { EventStoreDBClient, jsonEvent, NO_STREAM } from '@eventstore/db-client';
import { openPool } from '../database/pool.ts';
import { eventStoreDbLog } from '../event-store/eventstoredb/eventstoredb-log.ts';
import { BEGINNING, type NewEvent, type Position } from '../event-store/log.ts';
import { postgresLog } from '../event-store/postgres/postgres-log.ts';
import { fragmentChangedEvent } from './event.ts';
import { compare, rate, runConcurrently } from './measure.ts';

/** Appends of a round, by the number of writers. */
const TOTAL = { 1: 1_500, 32: 12_000 } as const;

/**
 * Appends against plain inserts of the same rows by as many connections, and that no reader misses one. With
 * `EVENTSTORE_URL` also appends to that EventStoreDB against its bare client.
 */
export async function run(url: string): Promise<void> {
  await onPostgres(url);
  const eventStore = process.env['EVENTSTORE_URL'];
  if (eventStore) await onEventStoreDb(eventStore);
}

async function onEventStoreDb(url: string): Promise<void> {
  const client = EventStoreDBClient.connectionString(url);
  const log = eventStoreDbLog({ url });
  for (const writers of [1, 32] as const) {
    const total = TOTAL[writers];
    const each = (append: (stream: string, event: NewEvent) => Promise<unknown>) => () => {
      const run = randomUUID();
      return rate(total, () =>
        runConcurrently(total, writers, async number => {
          await append(`${run}-${number}`, fragmentChangedEvent(number));
        }),
      );
    };
    await compare({
      name: `EventStoreDB: append, ${writers} writers, against the bare client`,
      aim: '0.9',
      baseline: each((stream, { id, type, data, metadata }) =>
        client.appendToStream(stream, [jsonEvent({ id, type, data, metadata: { ...metadata } })], {
          expectedRevision: NO_STREAM,
        }),
      ),
      subject: each((stream, event) => log.append(stream, 'none', [event])),
    });
  }
  await client.dispose();
  await log.close();
}

async function onPostgres(url: string): Promise<void> {
  const log = await postgresLog({ url });
  const pool = openPool({ connectionString: url, max: 32 });
  await pool.query(
    'create table plain_events (position bigserial primary key, stream text collate "C", revision int, id uuid, type text, data json, metadata json, unique (stream, revision))',
  );
  const insert = async (stream: string, revision: number) => {
    const { id, type, data, metadata } = fragmentChangedEvent(revision);
    await pool.query({
      name: 'plain insert',
      text: 'insert into plain_events (stream, revision, id, type, data, metadata) values ($1, $2, $3, $4, $5, $6)',
      values: [stream, revision, id, type, JSON.stringify(data), JSON.stringify(metadata)],
    });
  };
  for (const writers of [1, 32] as const) {
    const total = TOTAL[writers];
    await compare({
      name: `append, ${writers} writers, against a plain insert`,
      aim: writers === 1 ? '0.8' : '2.0',
      baseline: () => {
        const run = randomUUID();
        return rate(total, () => runConcurrently(total, writers, number => insert(`${run}-${number}`, 0)));
      },
      subject: () => {
        const run = randomUUID();
        return rate(total, () =>
          runConcurrently(total, writers, async number => {
            await log.append(`${run}-${number}`, 'none', [fragmentChangedEvent(number)]);
          }),
        );
      },
    });
  }

  // Readers that follow while 32 writers append: what each sees must be gapless and complete.
  const before = await log.head();
  const end = new AbortController();
  const wanted = 6_000;
  const readers = Array.from({ length: 3 }, async () => {
    const seen: Position[] = [];
    for await (const batch of log.subscribe({ after: before }, end.signal)) {
      seen.push(...batch.map(({ position }) => position));
      if (seen.length >= wanted) break;
    }
    return seen;
  });
  const run = randomUUID();
  await runConcurrently(wanted, 32, async number => {
    await log.append(`${run}-${number}`, 'none', [fragmentChangedEvent(number)]);
  });
  const seen = await Promise.all(readers);
  end.abort();
  const first = before === BEGINNING ? 0n : BigInt(before);
  const faults = seen.map(
    positions =>
      positions.filter((position, index) => BigInt(position) !== first + BigInt(index) + 1n).length,
  );
  console.log(`lost or out of order for 3 readers under 32 writers, of ${wanted}: ${faults.join(', ')}`);
  await pool.end();
  await log.close();
}

import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { BEGINNING, type Position } from '../event-store/log.ts';
import { postgresLog } from '../event-store/postgres/postgres-log.ts';
import { changedFragment } from './made-up.ts';
import { compare, rate, shared } from './measure.ts';

const TOTAL = { 1: 1_500, 32: 12_000 } as const;

/** Appends against plain inserts of the same rows by as many connections; and that no reader misses one. */
export async function run(url: string): Promise<void> {
  const log = await postgresLog({ url });
  const pool = new pg.Pool({ connectionString: url, max: 32 });
  await pool.query(
    'create table plain_events (position bigserial primary key, stream text collate "C", revision int, id uuid, type text, data json, metadata json, unique (stream, revision))',
  );
  const insert = async (stream: string, revision: number) => {
    const { id, type, data, metadata } = changedFragment(revision);
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
        return rate(total, () => shared(total, writers, number => insert(`${run}-${number}`, 0)));
      },
      subject: () => {
        const run = randomUUID();
        return rate(total, () =>
          shared(total, writers, async number => {
            await log.append(`${run}-${number}`, 'none', [changedFragment(number)]);
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
  await shared(wanted, 32, async number => {
    await log.append(`${run}-${number}`, 'none', [changedFragment(number)]);
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

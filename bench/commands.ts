import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { vocabulary } from '../command-api/vocabulary/aggregate.ts';
import { type Aggregates, aggregates } from '../event-store/aggregate/aggregate.ts';
import { postgresSnapshots } from '../event-store/aggregate/snapshots.ts';
import { postgresLog } from '../event-store/postgres/postgres-log.ts';
import { changedFragment } from './made-up.ts';
import { compare, rate } from './measure.ts';

const COMMANDS = 200;
const levels = ['I', 'II', 'III', 'IV'] as const;

/** A command on a stream of 100,000 events against one on 100: warm, and cold from a snapshot. Ratio of speeds. */
export async function run(url: string): Promise<void> {
  const log = await postgresLog({ url });
  const pool = new pg.Pool({ connectionString: url, max: 4 });
  const snapshots = await postgresSnapshots(pool);
  const streams = { long: `vocabulary-${'a'.repeat(32)}-bench`, short: `vocabulary-${'b'.repeat(32)}-bench` };
  for (const [stream, events] of [
    [streams.long, 100_000],
    [streams.short, 100],
  ] as const)
    for (let from = 0; from < events; from += 500)
      await log.append(
        stream,
        from === 0 ? 'none' : from - 1,
        Array.from({ length: Math.min(500, events - from) }, (_, index) => changedFragment(from + index)),
      );

  let count = 0;
  const mark = async (commands: Aggregates, stream: string) => {
    count += 1;
    const level = levels[count % levels.length] ?? 'I';
    await commands.execute(
      vocabulary,
      stream,
      { type: 'mark', fragment: `f${count % 100}`, level },
      { commandId: randomUUID(), actor: 'bench', at: new Date().toISOString() },
    );
  };
  const warm = aggregates(log, { snapshots });
  for (const stream of Object.values(streams)) for (let i = 0; i < 250; i++) await mark(warm, stream);
  const many = (stream: string) =>
    rate(COMMANDS, async () => {
      for (let i = 0; i < COMMANDS; i++) await mark(warm, stream);
    });
  await compare({
    name: 'command on 100,000 events against 100, warm',
    aim: '0.67 (cost under 1.5)',
    baseline: () => many(streams.short),
    subject: () => many(streams.long),
  });
  const cold = (stream: string) =>
    rate(20, async () => {
      for (let i = 0; i < 20; i++) await mark(aggregates(log, { snapshots }), stream);
    });
  await compare({
    name: 'command on 100,000 events against 100, cold from a snapshot',
    aim: '0.67 (cost under 1.5)',
    baseline: () => cold(streams.short),
    subject: () => cold(streams.long),
  });
  await pool.end();
  await log.close();
}

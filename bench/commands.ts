import { randomUUID } from 'node:crypto';
import { vocabulary } from '../command-api/vocabulary/aggregate.ts';
import { openPool } from '../database/pool.ts';
import { upcasters } from '../domain/vocabulary/upcasters.ts';
import type { Aggregates } from '../event-store/aggregate/aggregate.ts';
import { aggregates } from '../event-store/aggregate/aggregates.ts';
import { postgresSnapshots } from '../event-store/aggregate/snapshots.ts';
import type { Log } from '../event-store/log.ts';
import { postgresLog } from '../event-store/postgres/postgres-log.ts';
import { upcastingLog } from '../event-store/upcasting.ts';
import { fragmentChangedEvent } from './event.ts';
import { compare, rate } from './measure.ts';

const LONG = 100_000;
const SHORT = 100;
const WARM = 200;
const COLD = 40;
const FRAGMENTS = 100;
const levels = ['I', 'II', 'III', 'IV'] as const;

/** A command on a stream of 100,000 events against one on 100: warm, and cold from a snapshot. Ratio of speeds. */
export async function run(url: string): Promise<void> {
  const log = upcastingLog(await postgresLog({ url }), upcasters);
  const pool = openPool({ connectionString: url, max: 4 });
  const snapshots = await postgresSnapshots(pool);
  const fresh = () => aggregates(log, { snapshots });
  const long = await filledStream(log, LONG);
  const short = await filledStream(log, SHORT);
  const mark = marking();

  const warm = fresh();
  for (const stream of [short, long]) for (let n = 0; n < WARM; n++) await mark(warm, stream);
  const many = (stream: string) =>
    rate(WARM, async () => {
      for (let n = 0; n < WARM; n++) await mark(warm, stream);
    });
  await compare({
    name: 'command on 100,000 events against 100, warm',
    aim: '0.67 (cost under 1.5)',
    baseline: () => many(short),
    subject: () => many(long),
  });
  await warm.settled();

  // Every cold command is the first one of its process; the short streams have never been snapshotted.
  const cold = async (streams: readonly string[]) => {
    const processes = streams.map(fresh);
    const perSecond = await rate(streams.length, async () => {
      for (const [n, stream] of streams.entries()) await mark(processes[n] ?? fresh(), stream);
    });
    await Promise.all(processes.map(process => process.settled()));
    return perSecond;
  };
  await compare({
    name: 'command on 100,000 events against 100, cold from a snapshot',
    aim: '0.67 (cost under 1.5)',
    baseline: async () => {
      const streams: string[] = [];
      while (streams.length < COLD) streams.push(await filledStream(log, SHORT));
      return cold(streams);
    },
    subject: () => cold(Array(COLD).fill(long)),
  });
  await pool.end();
  await log.close();
}

/** A vocabulary of so many events on 5,000 fragments at most, four events to a command. */
async function filledStream(log: Log, events: number): Promise<string> {
  const stream = `vocabulary-${randomUUID().replaceAll('-', '')}-bench`;
  let commandId = '';
  for (let from = 0; from < events; from += 500) {
    const batch = Array.from({ length: Math.min(500, events - from) }, (_, index) => {
      if (index % 4 === 0) commandId = randomUUID();
      const event = fragmentChangedEvent(from + index);
      return { ...event, metadata: { ...event.metadata, commandId } };
    });
    await log.append(stream, from === 0 ? 'none' : from - 1, batch);
  }
  return stream;
}

/** Marks a stream's fragments in turn, each round at another level, so that no command finds its work done. */
function marking() {
  const counts = new Map<string, number>();
  return async (commands: Aggregates, stream: string): Promise<void> => {
    const count = counts.get(stream) ?? 0;
    counts.set(stream, count + 1);
    const level = levels[Math.floor(count / FRAGMENTS) % levels.length] ?? 'I';
    const executed = await commands.execute(
      vocabulary,
      stream,
      { type: 'mark', fragment: `f${count % FRAGMENTS}`, level },
      { commandId: randomUUID(), actor: 'bench', at: new Date().toISOString() },
    );
    if (executed.outcome !== 'done' || executed.events.length !== 1) throw new Error('a mark marked nothing');
  };
}

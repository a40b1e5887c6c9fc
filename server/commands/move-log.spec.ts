import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { eventStoreDbLog } from '../../event-store/eventstoredb/eventstoredb-log.ts';
import { BEGINNING, type Log, type NewEvent } from '../../event-store/log.ts';
import { postgresLog } from '../../event-store/postgres/postgres-log.ts';
import { projections } from '../../projections/projections.ts';
import { prepareReadModels } from '../../projections/runner/build/state.ts';
import { projectionStatuses } from '../../projections/runner/control.ts';
import { runProjections } from '../../projections/runner/run.ts';
import { testLog, until } from '../../projections/testing/database.ts';
import { testDatabase } from '../../tooling/testing/database.ts';
import { commands } from './list.ts';
import { operate } from './operate.ts';

async function move(url: string, args: readonly string[], stopAfter = Number.POSITIVE_INFINITY) {
  const said: string[] = [];
  const complaints: string[] = [];
  const shown: string[] = [];
  const stop = new AbortController();
  const code = await operate(commands, ['move-log', ...args], {
    environment: { DATABASE_URL: url },
    say: line => said.push(line),
    complain: line => complaints.push(line),
    progress: {
      show: line => {
        shown.push(line);
        if (shown.length >= stopAfter) stop.abort(new Error('stopped'));
      },
      end: () => {},
    },
    signal: stop.signal,
  });
  return { code, said: said.join('\n'), complaints: complaints.join('\n'), shown };
}

/** Runs every projection on a log until all have seen everything; then they drain. */
async function project(log: Log, url: string, pool: pg.Pool): Promise<void> {
  await prepareReadModels(pool, projections);
  const end = new AbortController();
  const logId = await log.id();
  const done = runProjections({ log, databaseUrl: url, projections, signal: end.signal });
  await until('all live on this log', async () => {
    const { rows } = await pool.query<{ count: string }>(
      `select count(*) from read_models.projection_state
       where stage = 'live' and status = 'Active' and log_id = $1 and events_done = $2`,
      [logId, events],
    );
    return Number(rows[0]?.count) === projections.length;
  });
  end.abort();
  await done;
}

const LEARNERS = 20;
const EACH = 125;
const events = LEARNERS * EACH;

/** Learners who came to know a fragment after the other. */
async function fill(log: Log): Promise<void> {
  for (let learner = 0; learner < LEARNERS; learner++) {
    const known: NewEvent[] = Array.from({ length: EACH }, (_, number) => ({
      id: randomUUID(),
      type: 'FragmentChanged',
      data: { epoch: 0, fragment: `f${number}`, from: 'new', to: 'IV', cause: { kind: 'mark' } },
      metadata: { commandId: randomUUID(), actor: 'a', at: '2026-11-21T09:00:00.000Z', schema: 1 },
    }));
    await log.append(`vocabulary-${String(learner).padStart(32, '0')}-es`, 'none', known);
  }
}

async function movedTo(target: Log, address: string): Promise<void> {
  const { log, url, pool } = await testLog();
  await fill(log);
  await project(log, url, pool);
  const rows = async () =>
    (await pool.query('select * from read_models.vocabulary_entries order by learner, fragment')).rows;
  const before = await rows();
  expect(before).toHaveLength(events);

  const stopped = await move(url, ['--to', address], 1);
  expect(stopped).toMatchObject({ code: 1, complaints: expect.stringContaining('stopped') });
  expect(await target.head()).not.toBe(BEGINNING);
  const done = await move(url, ['--to', address]);
  expect(done).toMatchObject({ code: 0, complaints: '' });
  expect(done.said).toContain(`moved ${events} events`);
  expect(done.shown.at(-1)).toContain('100 %');

  // The read models follow without being told, and hold what they held.
  await project(target, url, pool);
  expect(await rows()).toEqual(before);
  const statuses = await projectionStatuses(pool);
  expect(statuses.map(({ status }) => status)).toEqual(statuses.map(() => 'Active'));

  // Moved already: the target is not empty.
  expect(await move(url, ['--to', address])).toMatchObject({
    code: 1,
    complaints: expect.stringContaining('the target log is not empty'),
  });
}

test('a log moves to another database, on after a stop, and every read model rebuilds itself from it', async () => {
  const other = await testDatabase();
  const target = await postgresLog({ url: other.url });
  onTestFinished(() => target.close());
  await movedTo(target, other.url);
});

test('a log moves to an EventStoreDB', async ({ skip }) => {
  const address = process.env['EVENTSTORE_EMPTY_URL'];
  if (!address) return skip('EVENTSTORE_EMPTY_URL (of a server that holds nothing yet) is not set');
  const target = eventStoreDbLog({ url: address });
  onTestFinished(() => target.close());
  await movedTo(target, address);
});

test.each([
  [[], '--to is missing'],
  [['--to', 'mysql://here'], "--to 'mysql://here' is neither"],
  [['--to', 'esdb://'], "--to 'esdb://' is neither"],
  [['--to', 'esdb://here:2113', '--from', 'there'], "--from 'there' is neither"],
  [['--to', 'esdb://here:2113', 'now'], "'now' is one argument too many"],
])('%j is refused: %s', async (args, complaint) => {
  const { code, complaints } = await move('postgres://nobody@127.0.0.1:1/none', args);
  expect({ code, complaints }).toEqual({ code: 2, complaints: expect.stringContaining(complaint) });
});

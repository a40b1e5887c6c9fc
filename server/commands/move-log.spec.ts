import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import type pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { upcasters } from '../../domain/vocabulary/upcasters.ts';
import { eventStoreDbLog } from '../../event-store/eventstoredb/eventstoredb-log.ts';
import { emptyServer } from '../../event-store/eventstoredb/testing/server.ts';
import { BEGINNING, type Log, type NewEvent } from '../../event-store/log.ts';
import { postgresLog } from '../../event-store/postgres/postgres-log.ts';
import { faultyNetworkTo } from '../../event-store/suite/faulty-network.ts';
import { upcastingLog } from '../../event-store/upcasting.ts';
import { projections } from '../../projections/projections.ts';
import { prepareReadModels } from '../../projections/runner/builds/builds.ts';
import { projectionStatuses } from '../../projections/runner/control.ts';
import { runProjections } from '../../projections/runner/run.ts';
import { testLog, until } from '../../projections/testing/database.ts';
import { testDatabase } from '../../tooling/testing/database.ts';
import { commands } from './list.ts';
import { operate } from './operate.ts';

// Processes are started and killed, and read models built twice.

async function move(url: string, args: readonly string[], stopAfter = Number.POSITIVE_INFINITY) {
  const said: string[] = [];
  const complaints: string[] = [];
  const shown: string[] = [];
  const stop = new AbortController();
  const code = await operate(commands, ['move-log', ...args], {
    environment: { DATABASE_URL: url },
    print: line => said.push(line),
    printError: line => complaints.push(line),
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
  const done = runProjections({
    log: upcastingLog(log, upcasters),
    databaseUrl: url,
    projections,
    signal: end.signal,
  });
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

const LEARNERS = 80;
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

/** Events that are on record as moved; 0 when nothing is. */
async function onRecord(pool: pg.Pool): Promise<number> {
  const { rows } = await pool
    .query<{ moved: number }>('select moved::float8 as moved from event_log.move')
    .catch(() => ({ rows: [] }));
  return rows[0]?.moved ?? 0;
}

/** The command as a process of its own, killed as soon as it has moved more than was moved before. */
async function moveKilled(url: string, address: string, pool: pg.Pool): Promise<void> {
  const before = await onRecord(pool);
  const main = join(import.meta.dirname, 'main.ts');
  const child = spawn(process.execPath, [main, 'move-log', '--to', address], {
    env: { PATH: process.env['PATH'], DATABASE_URL: url },
    stdio: 'ignore',
  });
  const killed = once(child, 'exit');
  await until('more is moved', async () => (await onRecord(pool)) > before).finally(() =>
    child.kill('SIGKILL'),
  );
  expect(await killed).toEqual([null, 'SIGKILL']);
  expect(await onRecord(pool)).toBeLessThan(events);
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
  await moveKilled(url, address, pool);
  const done = await move(url, ['--to', address]);
  expect(done).toMatchObject({ code: 0, complaints: '' });
  expect(done.said).toContain(`moved ${events} events`);
  const setting = address.startsWith('esdb') ? 'EVENTSTORE_URL=' : 'DATABASE_URL set to the new database';
  expect(done.said).toContain(`Start the app with ${setting}`);
  expect(done.shown.at(-1)).toContain('100 %');

  // The read models follow without being told, and hold what they held.
  await project(target, url, pool);
  expect(await rows()).toEqual(before);
  const statuses = await projectionStatuses(pool);
  expect(statuses.map(({ status }) => status)).toEqual(statuses.map(() => 'Active'));

  const again = await move(url, ['--to', address]);
  expect(again).toMatchObject({ code: 0, complaints: '' });
  expect(again.said).toContain('everything has been moved already');
}

test('a log that holds something else is not moved to', async () => {
  const [{ log, url }, other] = [await testLog(), await testLog()];
  await fill(log);
  await fill(other.log);
  expect(await move(url, ['--to', other.url])).toMatchObject({
    code: 1,
    complaints: expect.stringContaining('the target log is not empty'),
  });
});

test('a move whose target goes away says how to go on, and then does', async () => {
  const { log, url } = await testLog();
  await fill(log);
  const other = await testDatabase();
  const near = new URL(other.url);
  const network = await faultyNetworkTo(near.hostname, Number(near.port));
  onTestFinished(() => network.close());
  const far = Object.assign(new URL(other.url), { hostname: '127.0.0.1', port: String(network.port) });
  const moving = move(url, ['--to', far.href]);
  const target = await postgresLog({ url: other.url });
  onTestFinished(() => target.close());
  await until('something is moved', async () => (await target.head()) !== BEGINNING);
  network.cut();
  const { code, complaints } = await moving;
  expect([code, complaints]).toEqual([1, expect.stringContaining('run the same command again')]);
  network.heal();
  expect(await move(url, ['--to', far.href])).toMatchObject({ code: 0, complaints: '' });
});

test('a log moves to another database, on after a stop and a kill -9, and every read model rebuilds itself from it', async () => {
  const other = await testDatabase();
  const target = await postgresLog({ url: other.url });
  onTestFinished(() => target.close());
  await movedTo(target, other.url);
});

test('a log moves to an EventStoreDB in the same way', async ({ skip }) => {
  const server = await emptyServer();
  if ('missing' in server) return skip(server.missing);
  onTestFinished(() => server.stop());
  const target = eventStoreDbLog({ url: server.url });
  onTestFinished(() => target.close());
  if ((await target.head()) !== BEGINNING)
    return skip('EVENTSTORE_EMPTY_URL leads to a server that holds events');
  await movedTo(target, server.url);
});

test('a log that does not answer is named by its argument', async () => {
  const { url } = await testDatabase();
  for (const nobody of ['postgres://nobody@127.0.0.1:1/none', 'esdb://127.0.0.1:1?tls=false'])
    expect(await move(url, ['--to', nobody])).toMatchObject({
      code: 1,
      complaints: expect.stringMatching(/^move-log: --to: .+ cannot be reached: .*ECONNREFUSED/),
    });
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

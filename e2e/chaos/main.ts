/**
 * `npm run test:chaos`: ends the processes of a running system with kill -9, over and over, while learners send
 * commands; then compares every read model with one made from the log from its beginning, and the log with what was
 * acknowledged. On a Postgres of its own; with `EVENTSTORE_URL` the log is that (empty) EventStoreDB, and with the shell
 * commands `EVENTSTORE_KILL` and `EVENTSTORE_START` that one is ended too. Its last line says how it went.
 */

import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openPool } from '../../database/pool.ts';
import { upcasters } from '../../domain/vocabulary/upcasters.ts';
import { aggregates } from '../../event-store/aggregate/aggregates.ts';
import { postgresSnapshots, type Snapshots } from '../../event-store/aggregate/snapshots.ts';
import { eventStoreDbLog } from '../../event-store/eventstoredb/eventstoredb-log.ts';
import { control, controlsMissing } from '../../event-store/eventstoredb/testing/control.ts';
import type { Position } from '../../event-store/log.ts';
import { postgresLog } from '../../event-store/postgres/postgres-log.ts';
import { upcastingLog } from '../../event-store/upcasting.ts';
import { projections } from '../../projections/projections.ts';
import { projectionStatuses, requestReplay } from '../../projections/runner/control.ts';
import { credentialsOf } from '../../server/postgres/credentials.ts';
import { embeddedPostgres } from '../../server/postgres/postgres.ts';
import { postmasterOf } from '../../server/postgres/postmaster.ts';
import { fillLog } from '../../simulation/endless.ts';
import { startWriters } from '../../simulation/writers.ts';
import { runDirectory } from '../../tooling/testing/run-directory.ts';
import { ledProjections, twoProjectors } from './projectors.ts';
import { chaosSettings } from './settings.ts';
import { differences, missingAcknowledged, wholeLog } from './verdict.ts';

const settings = chaosSettings(process.env);
const eventStoreUrl = process.env['EVENTSTORE_URL'];
const began = performance.now();
const seconds = () => Math.round((performance.now() - began) / 1000);
const say = (line: string) => console.log(`${String(seconds()).padStart(4)} s  ${line}`);
const end = new AbortController();
process.once('SIGINT', () => end.abort(new Error('interrupted')));

/** Longest wait for the system to recover, in seconds. */
const RECOVERY_TIMEOUT = 60;

const { directory, remove } = await runDirectory();
const closes: (() => Promise<unknown>)[] = [remove];
let failed = true;
try {
  failed = !(await chaos());
} catch (error) {
  console.error(error);
  console.log(`chaos FAILED after ${seconds()} s: ${error instanceof Error ? error.message : error}`);
} finally {
  for (let close = closes.pop(); close; close = closes.pop()) await close().catch(console.error);
  process.exit(failed ? 1 : 0);
}

async function chaos(): Promise<boolean> {
  const postgres = await embeddedPostgres({ directory });
  closes.push(postgres.stop);
  const pool = openPool({ connectionString: postgres.url, max: 4, connectionTimeoutMillis: 2_000 });
  closes.push(() => pool.end());
  const log = upcastingLog(
    eventStoreUrl ? eventStoreDbLog({ url: eventStoreUrl }) : await postgresLog({ url: postgres.url }),
    upcasters,
  );
  closes.push(() => log.close());

  await fillLog(log, settings.history, 96);
  say(`a log of ${settings.history} events in ${eventStoreUrl ? 'EventStoreDB' : 'Postgres'}`);
  const commands = aggregates(log, { snapshots: withoutFailures(await postgresSnapshots(pool)) });
  const projectors = twoProjectors({
    DATABASE_URL: postgres.url,
    ...(eventStoreUrl !== undefined && { EVENTSTORE_URL: eventStoreUrl }),
  });
  closes.push(projectors.stop);
  const writers = startWriters(commands);
  closes.push(writers.stop);

  async function until(
    what: string,
    holds: () => Promise<boolean>,
    patience = RECOVERY_TIMEOUT,
  ): Promise<void> {
    const last = performance.now() + patience * 1000;
    while (!(await holds().catch(() => false))) {
      end.signal.throwIfAborted();
      if (performance.now() > last) {
        for (const line of projectors.said.slice(-10)) console.error(`      ${line}`);
        console.error(await projectionStatuses(pool).catch(String));
        throw new Error(`not within ${patience} s: ${what}`);
      }
      await sleep(50);
    }
  }
  /** Whether every live read model has reached a position. */
  const haveReached = async (position: Position, rebuilds: 'none left' | 'or any') => {
    const all = await projectionStatuses(pool);
    const live = all.filter(status => status.stage === 'live' && status.position >= position);
    return live.length === projections.length && (rebuilds === 'or any' || all.length === live.length);
  };
  /** Up to the head at the beginning of the wait: meanwhile the writers append more. */
  const moving = async () => {
    let head: Position | undefined;
    await until('live read models that reach the head of the log', async () => {
      head ??= await log.head();
      return haveReached(head, 'or any');
    });
  };

  /** Repeats a fault `times` times, or until the time is over. */
  async function repeat(name: string, times: number, fault: () => Promise<void>): Promise<string> {
    let done = 0;
    for (; done < times && seconds() < settings.minutes * 60; done++) {
      await fault();
      if ((done + 1) % 10 === 0 || done + 1 === times) say(`${name}: ${done + 1} of ${times}`);
    }
    return `${done}${done < times ? ` of ${times}` : ''} ${name}`;
  }

  await moving();
  say('the read models have caught up');
  const outcomes = [
    await repeat('kills of the projector during a rebuild', settings.projectorKills, async () => {
      let target: number | undefined;
      await until('a rebuild to interrupt', async () => {
        const led = await ledProjections(pool);
        if (led.length < projections.length) return false;
        if (!led.some(({ rebuilding }) => rebuilding))
          await requestReplay(
            pool,
            projections.map(({ name }) => name),
          );
        // Anywhere between its first page and its swap.
        await sleep(Math.random() * 800);
        target = (await ledProjections(pool)).find(({ rebuilding }) => rebuilding)?.pid;
        return target !== undefined;
      });
      if (target !== undefined) await projectors.kill(target);
    }),
    await repeat('kills of the projector live', settings.projectorKills, async () => {
      await moving();
      await sleep(Math.random() * 100);
      const [led] = await ledProjections(pool);
      if (led) await projectors.kill(led.pid);
    }),
    await repeat('kills of Postgres', settings.databaseKills, async () => {
      await moving();
      if (Math.random() < 0.5)
        await requestReplay(
          pool,
          projections.map(({ name }) => name),
        );
      await sleep(Math.random() * 500);
      const { home } = await credentialsOf(directory);
      const running = await postmasterOf(join(home ?? '', 'data'));
      if (!running) throw new Error('Postgres does not run');
      process.kill(running.pid, 'SIGKILL');
    }),
  ];
  const missing = controlsMissing('KILL', 'START');
  outcomes.push(
    missing
      ? `kills of EventStoreDB skipped: ${missing}`
      : await repeat('kills of EventStoreDB', settings.databaseKills, async () => {
          await moving();
          if (Math.random() < 0.5)
            await requestReplay(
              pool,
              projections.map(({ name }) => name),
            );
          await sleep(Math.random() * 500);
          await control('KILL');
          await control('START');
        }),
  );

  await writers.stop();
  say(`${writers.acknowledged.length} commands acknowledged, ${writers.retries()} retries`);
  await until('everything at the head of the log and no rebuild left', async () =>
    haveReached(await log.head(), 'none left'),
  );
  const events = await wholeLog(log);
  const lost = missingAcknowledged(events, writers.acknowledged);
  for (const line of lost.slice(0, 10)) console.error(`not in the log, whole and once: ${line}`);
  let differing = 0;
  for (const projection of projections)
    for (const [table, rows] of Object.entries(await differences(pool, projection, events))) {
      differing += rows;
      if (rows > 0) console.error(`${table} differs from a fresh fold of the log in ${rows} rows`);
    }
  const passed = lost.length === 0 && differing === 0;
  console.log(
    `chaos ${passed ? 'passed' : 'FAILED'} in ${seconds()} s: ${outcomes.join(', ')}; ${events.length} events, ${lost.length} acknowledged commands missing, ${differing} rows differ from a fresh build`,
  );
  return passed;
}

/** Ignores failures of snapshots, which are expected while Postgres is down. */
function withoutFailures({ load, save }: Snapshots): Snapshots {
  return {
    load: (...place) => load(...place).catch(() => undefined),
    save: (...snapshot) => save(...snapshot).catch(() => {}),
  };
}

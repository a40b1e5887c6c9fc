import { openPool } from '../database/pool.ts';
import { lifts } from '../domain/vocabulary/lifts.ts';
import { eventStoreDbLog } from '../event-store/eventstoredb/eventstoredb-log.ts';
import { BEGINNING, type Log, PAGE } from '../event-store/log.ts';
import { postgresLog } from '../event-store/postgres/postgres-log.ts';
import { type LiftedLog, liftedLog } from '../event-store/upcasting.ts';
import { knownCounts } from '../projections/known-counts/known-counts.ts';
import type { Projection } from '../projections/projection.ts';
import { projections } from '../projections/projections.ts';
import { fill } from '../simulation/endless.ts';
import { bareCopy } from './bare/copy.ts';
import { medians, print, rate } from './measure.ts';
import { projecting } from './projecting.ts';
import { appendToVisible } from './visible.ts';

const EVENTS = 200_000;
const LEARNERS = 960;

/** Catch-up and rebuild of every read model, and append to visible: on Postgres, and on EventStoreDB when it is given. */
export async function run(url: string): Promise<void> {
  await onLog('Postgres', liftedLog(await postgresLog({ url }), lifts), url, 0.8);
  const eventStoreUrl = process.env['EVENTSTORE_URL'];
  if (eventStoreUrl === undefined) return console.log('EventStoreDB skipped: EVENTSTORE_URL is not set');
  const pool = openPool({ connectionString: url, max: 1 });
  await pool.query('create database beside_eventstoredb');
  await pool.end();
  const beside = new URL(url);
  beside.pathname = '/beside_eventstoredb';
  await onLog('EventStoreDB', liftedLog(eventStoreDbLog({ url: eventStoreUrl }), lifts), beside.href, 0.9);
}

async function onLog(name: string, log: LiftedLog, databaseUrl: string, aim: number): Promise<void> {
  const there = await countOf(log);
  if (there < EVENTS) await fill(log, EVENTS - there, LEARNERS);
  const events = await countOf(log);
  console.log(`\n${name}, ${events} events`);
  const pool = openPool({ connectionString: databaseUrl, max: 4 });
  const reading = () => rate(events, async () => void (await countOf(log)));
  const { copying, drop } = await bareCopy(pool, log);
  // As after a downtime: the way in memory is for those that begin.
  const inSets = projections.map((projection): Projection => ({ ...projection, fold: undefined }));
  const on = { log, databaseUrl, pool, events };

  const caughtUp = await medians({
    reading,
    ...Object.fromEntries(projections.map(one => [one.name, () => projecting(on, [one]).catchUp()])),
    ...Object.fromEntries(inSets.map(one => [`${one.name} in sets`, () => projecting(on, [one]).catchUp()])),
    all: () => projecting(on, projections).catchUp(),
    'all in sets': () => projecting(on, inSets).catchUp(),
  });
  for (const { name } of projections) {
    print(`catch-up of ${name} from nothing, against a read loop`, caughtUp, name, 'reading', `${aim}`);
    print(
      `catch-up of ${name} in sets, against a read loop`,
      caughtUp,
      `${name} in sets`,
      'reading',
      `${aim}`,
    );
  }
  print('catch-up of all from nothing, against one read loop', caughtUp, 'all', 'reading');
  print('catch-up of all in sets, against one read loop', caughtUp, 'all in sets', 'reading');

  const rebuilt = await medians({
    reading,
    copying,
    ...Object.fromEntries(inSets.map(one => [`${one.name} in sets`, () => projecting(on, [one]).rebuild()])),
    ...Object.fromEntries(projections.map(one => [one.name, () => projecting(on, [one]).rebuild()])),
    all: () => projecting(on, projections).rebuild(),
  });
  for (const { name } of projections) {
    print(`rebuild of ${name} in sets, against COPY`, rebuilt, `${name} in sets`, 'copying', '0.08');
    print(`rebuild of ${name} folded, against COPY`, rebuilt, name, 'copying', '0.12');
    print(`rebuild of ${name} folded, against a bare read loop`, rebuilt, name, 'reading');
  }
  print('rebuild of all read models at once, against one read loop', rebuilt, 'all', 'reading');
  await drop();

  await appendToVisible(on, [knownCounts]);
  await appendToVisible(on, projections);
  await pool.end();
  await log.close();
}

/** Reads the log from its beginning, as barely as the port allows. */
async function countOf(log: Log): Promise<number> {
  let count = 0;
  for (let after = BEGINNING; ; ) {
    const page = await log.readAll({ after, limit: PAGE });
    const last = page.at(-1);
    if (!last) return count;
    count += page.length;
    after = last.position;
  }
}

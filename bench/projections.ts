import { openPool } from '../database/pool.ts';
import { upcasters } from '../domain/vocabulary/upcasters.ts';
import { eventStoreDbLog } from '../event-store/eventstoredb/eventstoredb-log.ts';
import { BEGINNING, type Log, PAGE } from '../event-store/log.ts';
import { postgresLog } from '../event-store/postgres/postgres-log.ts';
import { type UpcastingLog, upcastingLog } from '../event-store/upcasting.ts';
import { knownCounts } from '../projections/known-counts/known-counts.ts';
import type { Projection } from '../projections/projection.ts';
import { projections } from '../projections/projections.ts';
import { fillLog } from '../simulation/endless.ts';
import { isShort, medians, print, rate } from './measure.ts';
import { plainLoops } from './plain-loops.ts';
import { runnerBench } from './projecting.ts';
import { appendToVisible } from './visible.ts';

const EVENTS = 60_000;
const LEARNERS = 960;
/** Each takes four times some seconds for each read model. */
const ROUNDS = isShort ? 1 : 3;
/** Sentences that a learner reads in a year (docs/operations.md, capacity). */
const SENTENCES_A_YEAR = 730;

/** Catch-up and rebuild of every read model, and append to visible: on Postgres, and on EventStoreDB when it is given. */
export async function run(url: string): Promise<void> {
  await onLog('Postgres', upcastingLog(await postgresLog({ url }), upcasters), url);
  const eventStoreUrl = process.env['EVENTSTORE_URL'];
  if (eventStoreUrl === undefined) return console.log('EventStoreDB skipped: EVENTSTORE_URL is not set');
  const pool = openPool({ connectionString: url, max: 1 });
  await pool.query('create database beside_eventstoredb');
  await pool.end();
  const beside = new URL(url);
  beside.pathname = '/beside_eventstoredb';
  await onLog('EventStoreDB', upcastingLog(eventStoreDbLog({ url: eventStoreUrl }), upcasters), beside.href);
}

async function onLog(name: string, log: UpcastingLog, databaseUrl: string): Promise<void> {
  const { events: there } = await counted(log);
  if (there < EVENTS) await fillLog(log, EVENTS - there, LEARNERS);
  const { events, sentences } = await counted(log);
  console.log(`\n${name}, ${events} events, ${sentences} sentences read`);
  const pool = openPool({ connectionString: databaseUrl, max: 4 });
  const on = { log, databaseUrl, pool, events };
  const learnerYears = (perSecond: number) =>
    ((perSecond * 60 * sentences) / events / SENTENCES_A_YEAR).toPrecision(3);
  const say = (what: string, measured: Readonly<Record<string, number>>) =>
    console.log(
      `${what}: catch-up ${learnerYears(measured['catch-up'] ?? 0)}, rebuild ${learnerYears(measured['rebuild'] ?? 0)} learner-years a minute`,
    );

  for (const projection of projections) {
    const plain = await plainLoops(pool, log, projection);
    const measured = await medians(
      {
        inserting: plain.inserting,
        // As after a downtime: the way in memory is for those that begin.
        'catch-up': () => runnerBench(on, [{ ...projection, fold: undefined }]).catchUp(),
        copying: plain.copying,
        rebuild: () => runnerBench(on, [projection]).rebuild(),
      },
      ROUNDS,
    );
    await plain.drop();
    print(`catch-up of ${projection.name}, against a plain loop`, measured, 'catch-up', 'inserting', '0.8');
    print(`rebuild of ${projection.name}, against a plain loop`, measured, 'rebuild', 'copying', '0.8');
    say(projection.name, measured);
  }
  const together = await medians(
    {
      reading: () => rate(events, async () => void (await counted(log))),
      'catch-up': () =>
        runnerBench(
          on,
          projections.map((projection): Projection => ({ ...projection, fold: undefined })),
        ).catchUp(),
      rebuild: () => runnerBench(on, projections).rebuild(),
    },
    ROUNDS,
  );
  print('catch-up of all, against one read loop', together, 'catch-up', 'reading');
  print('rebuild of all, against one read loop', together, 'rebuild', 'reading');
  say('all read models together', together);

  await appendToVisible(on, [knownCounts]);
  await appendToVisible(on, projections);
  await pool.end();
  await log.close();
}

/** Reads the log from its beginning, as barely as the port allows. */
async function counted(log: Log): Promise<{ events: number; sentences: number }> {
  let [events, sentences] = [0, 0];
  for (let after = BEGINNING; ; ) {
    const page = await log.readAll({ after, limit: PAGE });
    const last = page.at(-1);
    if (!last) return { events, sentences };
    events += page.length;
    sentences += page.filter(({ type }) => type === 'SentenceRead').length;
    after = last.position;
  }
}

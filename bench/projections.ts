import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { BEGINNING, type Log, PAGE, type RecordedEvent } from '../event-store/log.ts';
import { postgresLog } from '../event-store/postgres/postgres-log.ts';
import { knownCounts } from '../projections/known-counts/known-counts.ts';
import type { Projection } from '../projections/projection.ts';
import { projectionStatuses, requestReplay } from '../projections/runner/control.ts';
import { runProjections } from '../projections/runner/run.ts';
import { vocabularyEntries } from '../projections/vocabulary-entries/vocabulary-entries.ts';
import { changedFragment, fill } from './made-up.ts';
import { compare, median, percentile, rate } from './measure.ts';

const EVENTS = 200_000;

/** Rebuilds against COPY of the same events and against a bare read loop; and how soon an append is visible. */
export async function run(url: string): Promise<void> {
  const log = await postgresLog({ url });
  const pool = new pg.Pool({ connectionString: url, max: 4 });
  const events = await fill(log, EVENTS, 400);
  const all: RecordedEvent[] = [];
  await eachPage(log, page => all.push(...page));

  const copy = async () => {
    const client = await pool.connect();
    await client.query(
      'drop table if exists copied; create table copied (stream text, revision int, data json)',
    );
    const perSecond = await rate(all.length, () =>
      pipeline(Readable.from(chunksOf(all)), client.query(copyFrom('copy copied from stdin'))),
    );
    client.release();
    return perSecond;
  };
  for (const projection of [knownCounts, vocabularyEntries])
    for (const [way, subject] of [
      ['folded and copied', projection],
      ['in sets', { ...projection, fold: undefined }],
    ] as const)
      await compare({
        name: `rebuild of ${projection.name} ${way}, against COPY`,
        aim: way === 'in sets' ? '0.08' : '0.12',
        baseline: copy,
        subject: () => rebuild(url, log, pool, subject, events),
      });
  await compare({
    name: 'catch-up of known-counts, against a bare read loop',
    aim: '0.8',
    baseline: () => rate(events, () => eachPage(log, () => {})),
    subject: () => rebuild(url, log, pool, { ...knownCounts, fold: undefined }, events),
  });
  await visible(url, log, pool);
  await pool.end();
  await log.close();
}

async function eachPage(log: Log, take: (page: readonly RecordedEvent[]) => void): Promise<void> {
  let after = BEGINNING;
  for (;;) {
    const page = await log.readAll({ after, limit: PAGE });
    const last = page.at(-1);
    if (!last) return;
    take(page);
    after = last.position;
  }
}

function* chunksOf(events: readonly RecordedEvent[]): Iterable<string> {
  for (let from = 0; from < events.length; from += 500)
    yield events
      .slice(from, from + 500)
      .map(({ stream, revision, data }) => `${stream}\t${revision}\t${JSON.stringify(data)}\n`)
      .join('');
}

/** Events per second from the request of a replay to its swap, the runner being up already. */
async function rebuild(
  databaseUrl: string,
  log: Log,
  pool: pg.Pool,
  projection: Projection,
  events: number,
): Promise<number> {
  const end = new AbortController();
  const done = runProjections({ log, databaseUrl, projections: [projection], signal: end.signal });
  const live = async () =>
    (await projectionStatuses(pool)).find(one => one.projection === projection.name && one.stage === 'live');
  const settled = async (not: number | undefined) => {
    for (;;) {
      const now = await live();
      if (now && now.build !== not && now.status === 'Active' && now.eventsDone >= events) return now.build;
      await new Promise(resolve => setTimeout(resolve, 10));
    }
  };
  const before = await settled(undefined);
  const perSecond = await rate(events, async () => {
    await requestReplay(pool, [projection.name]);
    await settled(before);
  });
  end.abort();
  await done;
  return perSecond;
}

/** Append to visible row, against 'insert, NOTIFY, insert by the listener'. */
async function visible(databaseUrl: string, log: Log, pool: pg.Pool): Promise<void> {
  const end = new AbortController();
  const done = runProjections({ log, databaseUrl, projections: [knownCounts], signal: end.signal });
  const watcher = new pg.Client({ connectionString: databaseUrl });
  await watcher.connect();
  const seen = async (text: string, value: string) => {
    for (;;) {
      const { rows } = await watcher.query({ name: text, text, values: [value] });
      if (rows.length > 0) return;
    }
  };
  const listener = new pg.Client({ connectionString: databaseUrl });
  await listener.connect();
  await pool.query('create table bare (id text); create table bare_seen (id text primary key)');
  listener.on('notification', ({ payload }) => {
    void listener.query('insert into bare_seen values ($1)', [payload]);
  });
  await listener.query('listen bare');
  const [bare, ours]: [number[], number[]] = [[], []];
  for (let round = 0; round < 300; round++) {
    const id = randomUUID();
    let began = performance.now();
    await pool.query(`with i as (insert into bare values ($1)) select pg_notify('bare', $1)`, [id]);
    await seen('select 1 from bare_seen where id = $1', id);
    bare.push(performance.now() - began);
    began = performance.now();
    const learner = id.replaceAll('-', '');
    await log.append(`vocabulary-${learner}-bench`, 'none', [changedFragment(1)]);
    await seen('select 1 from read_models.known_counts where learner = $1', learner);
    ours.push(performance.now() - began);
  }
  const [warmBare, warmOurs] = [bare.slice(20), ours.slice(20)];
  console.log(
    `append to visible: median ${median(warmOurs).toFixed(1)} ms, p99 ${percentile(warmOurs, 99).toFixed(1)} ms; bare ${median(warmBare).toFixed(1)} and ${percentile(warmBare, 99).toFixed(1)} ms; ratio ${(median(warmOurs) / median(warmBare)).toFixed(1)} (aim 3)`,
  );
  end.abort();
  await done;
  await watcher.end();
  await listener.end();
}

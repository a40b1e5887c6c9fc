import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { knownCounts } from '../projections/known-counts/known-counts.ts';
import type { Projection } from '../projections/projection.ts';
import { fragmentChangedEvent } from './event.ts';
import { median, percentile } from './measure.ts';
import { type BenchLog, runnerBench } from './projecting.ts';

const ROUNDS = 400;
const WARM_UP = 100;

/**
 * From an append to its row in known-counts being visible, against 'insert, NOTIFY, insert by the listener'.
 * @param running the read models that follow meanwhile
 */
export async function appendToVisible(on: BenchLog, running: readonly Projection[]): Promise<void> {
  const { log, databaseUrl, pool } = on;
  const stop = await runnerBench(on, running).running();
  const connected = async () => {
    const client = new pg.Client({ connectionString: databaseUrl });
    client.on('error', () => {});
    await client.connect();
    return client;
  };
  const [watcher, listener] = await Promise.all([connected(), connected()]);
  const seen = async (text: string, value: string) => {
    while ((await watcher.query({ name: text, text, values: [value] })).rows.length === 0);
  };
  await pool.query(`drop table if exists bare, bare_seen;
    create table bare (id text); create table bare_seen (id text primary key)`);
  listener.on('notification', ({ payload }) => {
    void listener.query({ name: 'bare', text: 'insert into bare_seen values ($1)', values: [payload] });
  });
  await listener.query('listen bare');

  const [bare, ours]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS + WARM_UP; round++) {
    const id = randomUUID().replaceAll('-', '');
    let began = performance.now();
    await pool.query({
      name: 'bare insert',
      text: `with inserted as (insert into bare values ($1)) select pg_notify('bare', $1)`,
      values: [id],
    });
    await seen('select 1 from bare_seen where id = $1', id);
    if (round >= WARM_UP) bare.push(performance.now() - began);
    began = performance.now();
    await log.append(`vocabulary-${id}-bench`, 'none', [fragmentChangedEvent(1)]);
    await seen(`select 1 from read_models.${knownCounts.tables[0]?.name} where learner = $1`, id);
    if (round >= WARM_UP) ours.push(performance.now() - began);
  }
  for (const [name, of] of [
    ['median', median],
    ['p99', (values: readonly number[]) => percentile(values, 99)],
  ] as const)
    console.log(
      `${`append to visible, ${running.length} read models running, ${name}`.padEnd(62)} ${of(ours).toFixed(1)} / ${of(bare).toFixed(1)} ms = ${(of(ours) / of(bare)).toFixed(2)}   (aim 3 or less)`,
    );
  await stop();
  await Promise.all([watcher.end(), listener.end()]);
}

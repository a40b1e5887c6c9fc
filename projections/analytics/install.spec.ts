import { expect, onTestFinished, test } from 'vitest';
import { upcasters } from '../../domain/vocabulary/upcasters.ts';
import { postgresLog } from '../../event-store/postgres/postgres-log.ts';
import { upcastingLog } from '../../event-store/upcasting.ts';
import { knownCountWeeks } from '../known-count-weeks/known-count-weeks.ts';
import type { Projection } from '../projection.ts';
import { projections } from '../projections.ts';
import { projectionStatuses, requestReplay } from '../runner/control.ts';
import { runProjections } from '../runner/run.ts';
import { appendEvents, until } from '../testing/database.ts';
import { installAnalytics, keepViewsCurrent } from './install.ts';
import { analyticsDatabase, rowsOf } from './testing/database.ts';
import { views } from './views.ts';

test('every view and every column has a description', async () => {
  const { pool } = await analyticsDatabase();
  const documented = await rowsOf(
    pool,
    `select c.relname, a.attname, col_description(c.oid, a.attnum), obj_description(c.oid, 'pg_class')
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
     where c.relnamespace = 'analytics'::regnamespace order by c.relname, a.attnum`,
  );
  const plain = (text: string) => text.replace(/\s+/g, ' ');
  expect(documented).toEqual(
    [...views]
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .flatMap(({ name, description, columns }) =>
        Object.entries(columns).map(([column, meaning]) => [
          name,
          column,
          plain(meaning),
          plain(description),
        ]),
      ),
  );
});

test('unchanged views are not replaced; a changed view keeps its privileges, a removed one is dropped', async () => {
  const { pool } = await analyticsDatabase();
  const made = () =>
    rowsOf(pool, `select oid::int from pg_class where relnamespace = 'analytics'::regnamespace`);
  const before = await made();
  expect(await installAnalytics(pool)).toEqual([]);
  expect(await made()).toEqual(before);

  const [one, two] = [
    { name: 'one', description: 'One.', columns: { a: 'A.' }, select: 'select 1' },
    { name: 'two', description: 'Two.', columns: { a: 'A.' }, select: 'select 2' },
  ];
  await installAnalytics(pool, [one, two]);
  await pool.query('grant select on analytics.one to pg_monitor');
  await installAnalytics(pool, [{ ...one, select: 'select 3' }]);
  expect(await rowsOf(pool, `select viewname from pg_views where schemaname = 'analytics'`)).toEqual([
    ['one'],
  ]);
  expect(
    await rowsOf(
      pool,
      `select a, has_table_privilege('pg_monitor', 'analytics.one', 'select') from analytics.one`,
    ),
  ).toEqual([[3, true]]);
  await installAnalytics(pool, [{ ...one, columns: { b: 'B.' }, select: `select 'text'` }]);
  expect(await rowsOf(pool, 'select b from analytics.one')).toEqual([['text']]);
});

test('a view without its read model is created later; the others exist at once', async () => {
  const { pool } = await analyticsDatabase();
  const early = {
    name: 'early',
    description: '',
    columns: { a: '' },
    select: 'select a from read_models.nonesuch',
  };
  expect(await installAnalytics(pool, [...views, early])).toEqual(['early']);
  expect(await rowsOf(pool, 'select count(*) from analytics.retention')).toEqual([[0]]);
  await pool.query('create table read_models.nonesuch (a int)');
  expect(await installAnalytics(pool, [...views, early])).toEqual([]);
});

const known = { stream: 'vocabulary-aa-es', type: 'FragmentChanged' };
const learned = {
  ...known,
  data: { epoch: 0, fragment: 'gat', from: 'new', to: 'IV', cause: { kind: 'mark' } },
};

test('the views survive replays and new versions, also with other columns, while analysts read', async () => {
  const { url, pool } = await analyticsDatabase();
  const log = upcastingLog(await postgresLog({ url }), upcasters);
  onTestFinished(log.close);
  await appendEvents(log, [learned]);
  const run = (list: readonly Projection[]) => {
    const end = new AbortController();
    const work = Promise.all([
      runProjections({ log, databaseUrl: url, projections: list, signal: end.signal }),
      keepViewsCurrent({ databaseUrl: url, signal: end.signal, report: () => {} }),
    ]);
    const stop = async () => {
      end.abort();
      await work;
    };
    onTestFinished(stop);
    return stop;
  };
  const count = () => rowsOf(pool, 'select known_count from analytics.learner_weeks');
  const stop = run(projections);
  await until('seen', async () => (await count()).length === 1);

  let reading = true;
  const seen = new Set<string>();
  const reader = (async () => {
    while (reading) seen.add(JSON.stringify(await count()));
  })();
  const liveBuild = async (version = knownCountWeeks.version) =>
    (await projectionStatuses(pool)).find(
      build =>
        build.projection === 'known-count-weeks' && build.stage === 'live' && build.version === version,
    )?.build;
  await requestReplay(pool, ['known-count-weeks']);
  await until('replayed', async () => (await liveBuild()) === 2);
  await stop();

  // The next version has a column in front of the others, which no view can be given in place.
  const [table] = knownCountWeeks.tables;
  if (!table) throw new Error('no table');
  const widened: Projection = {
    ...knownCountWeeks,
    version: knownCountWeeks.version + 1,
    fold: undefined,
    tables: [
      {
        ...table,
        columns: { note: 'text', ...table.columns },
        select: physical => `select *, true as current from ${physical(table.name)}`,
      },
    ],
    apply: (_, trx) =>
      trx.write(
        `insert into ${trx.table('known_count_weeks')} values ('new', 'aa', 'es', '2026-01-05', 0, 6)`,
        [],
      ),
  };
  run(projections.map(projection => (projection.name === widened.name ? widened : projection)));
  await until('swapped', async () => (await liveBuild(widened.version)) === 3);
  await until('shown', async () => JSON.stringify(await count()) === '[[2]]');
  reading = false;
  await reader;
  expect([...seen].sort()).toEqual(['[[1]]', '[[2]]']);
});

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { openPool } from '../../../database/pool.ts';
import { postgresLog } from '../../../event-store/postgres/postgres-log.ts';
import { compileLibrary } from '../../../library/library.ts';
import { createAnalyst, removeAnalyst, roleOf } from '../../../projections/analytics/analyst.ts';
import { views } from '../../../projections/analytics/views.ts';
import { courseOf } from '../../../simulation/course.ts';
import { BEGIN, historyOf, WEEKS } from '../../../simulation/history.ts';
import { testDatabase } from '../../../tooling/testing/database.ts';
import { inProduction } from '../../../tooling/testing/templates.ts';
import { readConfiguration } from '../../configuration.ts';
import { makeClass } from './class.ts';
import { examplesOf, queryAsText, withResults } from './document.ts';

const compiled = compileLibrary();
if (!('content' in compiled)) throw new Error('the library has problems');
const course = courseOf(compiled.content);
const learners = 25;

async function make(databaseUrl: string, signal = new AbortController().signal, onLine = (_: string) => {}) {
  const configuration = readConfiguration({ DATABASE_URL: databaseUrl });
  const progress = { show: onLine, end: () => {} };
  return makeClass({ configuration, databaseUrl, learners, seed: 'spec', progress, signal });
}

test('a history is determined by seed and number: ids, times and answers', () => {
  const histories = Array.from({ length: learners }, (_, number) => historyOf(course, 'spec', number));
  expect(historyOf(course, 'spec', 3)).toEqual(histories[3]);
  expect(historyOf(course, 'other', 3).learner).not.toBe(histories[3]?.learner);
  const commands = histories.flatMap(history => history.commands);
  expect(new Set(commands.map(({ commandId }) => commandId)).size).toBe(commands.length);
  const end = new Date(BEGIN + (WEEKS * 7 + 1) * 86_400_000).toISOString();
  for (const { learner, signedUp, commands } of histories) {
    expect(learner).toMatch(/^[0-9a-f]{32}$/);
    for (const { at } of commands) expect(at >= signedUp && at < end).toBe(true);
    const learned = commands.filter(({ aggregate }) => aggregate === 'vocabulary').map(({ at }) => at);
    expect(learned).toEqual([...learned].sort());
  }
});

/** The database of a whole class: made once, because that takes longest. */
let whole: string | undefined;
const drops: (() => Promise<void>)[] = [];
afterAll(async () => void (await Promise.all(drops.map(drop => drop()))));

async function database(): Promise<string> {
  const { url, drop } = await testDatabase({ keep: true, template: inProduction });
  drops.push(drop);
  return url;
}

test('a class that was stopped goes on where it was, and made again it adds nothing', async () => {
  const url = await database();
  const stop = new AbortController();
  let seen = 0;
  const stopped = make(url, stop.signal, () => {
    seen += 1;
    if (seen === 100) stop.abort(new Error('stopped'));
  });
  await expect(stopped).rejects.toThrow('stopped');
  const log = await postgresLog({ url });
  onTestFinished(log.close);
  const first = await make(url);
  expect(first.repeated).toBeGreaterThan(50);
  expect(first.repeated).toBeLessThan(first.commands);
  const head = await log.head();
  expect(await make(url)).toEqual({ ...first, repeated: first.commands, events: 0 });
  expect(await log.head()).toBe(head);
  whole = url;
  const pool = openPool({ connectionString: url, max: 1 });
  onTestFinished(() => pool.end());
  const [, [accounts, active] = []] = await queryAsText(
    pool,
    `select (select count(*) from accounts where password_hash is null), (select count(*) from analytics.learners)`,
  );
  expect(accounts).toBe(String(learners));
  expect(Number(active)).toBeGreaterThan(learners * 0.8);
});

test('no simulated learner in production', async () => {
  const configuration = { ...readConfiguration({}), production: true };
  const progress = { show: () => {}, end: () => {} };
  const { signal } = new AbortController();
  await expect(
    makeClass({ configuration, databaseUrl: 'postgres://nowhere', learners, seed: 'spec', progress, signal }),
  ).rejects.toThrow('for development only');
});

const page = await readFile(join(import.meta.dirname, '../../../docs/analytics.md'), 'utf8');

test('the page for analysts says of every view and column what the database says', () => {
  const plain = (text: string) => text.replace(/\s+/g, ' ');
  for (const { name, description, columns } of views) {
    const [, section = ''] = page.split(`\n## ${name}\n`);
    expect(plain(section).trimStart().startsWith(plain(description)), name).toBe(true);
    const rows = Object.entries(columns).map(([column, meaning]) => `| \`${column}\` | ${plain(meaning)} |`);
    expect(section).toContain(`\n${rows.join('\n')}\n\n`);
  }
});

test('an analyst can run every query of the page, and gets the columns it shows', async () => {
  // Run alone it makes its own.
  const url = whole ?? (await database());
  if (url !== whole) await make(url);
  const pool = openPool({ connectionString: url, max: 1 });
  onTestFinished(() => pool.end());
  const name = `doc_${new URL(url).pathname.slice(-12)}`;
  const password = await createAnalyst(pool, name);
  onTestFinished(async () => void (await removeAnalyst(pool, name)));
  const address = new URL(url);
  address.username = roleOf(name);
  address.password = password ?? '';
  const analyst = new pg.Client({ connectionString: address.href });
  analyst.on('error', () => {});
  await analyst.connect();
  onTestFinished(() => analyst.end());
  const examples = examplesOf(page);
  expect(examples.length).toBeGreaterThanOrEqual(views.length);
  for (const { name: view } of views)
    expect(
      examples.some(({ query }) => new RegExp(`from ${view}\\b`).test(query)),
      view,
    ).toBe(true);
  // Who subscribes depends on how long the chapters are: in a small class sometimes nobody does.
  const subscribed = Array.from({ length: learners }, (_, number) => historyOf(course, 'spec', number)).some(
    ({ commands }) => commands.some(({ aggregate }) => aggregate === 'subscription'),
  );
  for (const { query, columns } of examples) {
    const [headings, ...rows] = await queryAsText(analyst, query);
    expect(headings).toEqual(columns);
    // Words of at least 20 answers, distractors that win: a small class may have none of some.
    if (/from subscriptions\b/.test(query)) expect(rows.length > 0, query).toBe(subscribed);
    else if (!/where|having/.test(query)) expect(rows.length, query).toBeGreaterThan(0);
  }
});

test('results stand below their queries, whatever stood there before', async () => {
  const text =
    'Who?\n\n```sql\nselect 1;\n```\n\n| old |\n| --- |\n| 0 |\n\nMore.\n\n```sql\nselect 2;\n```\n';
  const ask = async (query: string) => [
    ['a', 'b'],
    [query.trim(), 'x|y'],
  ];
  const written = await withResults(text, ask);
  expect(written).toBe(
    'Who?\n\n```sql\nselect 1;\n```\n\n| a | b |\n| --- | --- |\n| select 1; | x\\|y |\n\nMore.\n\n' +
      '```sql\nselect 2;\n```\n\n| a | b |\n| --- | --- |\n| select 2; | x\\|y |\n',
  );
  expect(await withResults(written, ask)).toBe(written);
  expect(examplesOf(written).map(({ columns }) => columns)).toEqual([
    ['a', 'b'],
    ['a', 'b'],
  ]);
});

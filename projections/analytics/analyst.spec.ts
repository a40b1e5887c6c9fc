import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { commands } from '../../server/commands/list.ts';
import { operate } from '../../server/commands/operate.ts';
import { installAnalytics } from './install.ts';
import { analyticsDatabase, put } from './testing/database.ts';
import { views } from './views.ts';

/** Runs `analyst` with these arguments. */
async function operated(url: string, ...args: string[]) {
  const said: string[] = [];
  const complaints: string[] = [];
  const code = await operate(commands, ['analyst', ...args], {
    environment: { DATABASE_URL: url },
    print: line => said.push(line),
    printError: line => complaints.push(line),
    progress: { show: () => {}, end: () => {} },
    signal: new AbortController().signal,
  });
  return { code, said, complaint: complaints.join('\n') };
}

/** Roles are global to the test server, so each test needs its own name. */
let count = 0;
function analystName(url: string): string {
  count += 1;
  return `t${new URL(url).pathname.slice(-12)}_${count}`;
}

async function analyst() {
  const { url, pool } = await analyticsDatabase();
  const name = analystName(url);
  const { said, complaint } = await operated(url, '--name', name);
  expect(complaint).toBe('');
  onTestFinished(async () => {
    await operated(url, '--name', name, '--remove');
  });
  const client = new pg.Client({ connectionString: said[0] });
  client.on('error', () => {});
  await client.connect();
  onTestFinished(() => client.end());
  return { url, pool, name, client, address: said[0] ?? '' };
}

test('an analyst can read every view, also one created later', async () => {
  const { pool, client } = await analyst();
  await put(pool, 'learner_days', [['aa', '2026-01-05', 1, 1, 1, 1]]);
  for (const { name, columns } of views) {
    const { fields } = await client.query(`select * from ${name}`);
    expect(fields.map(field => field.name)).toEqual(Object.keys(columns));
  }
  expect((await client.query('select learner from learners')).rows).toHaveLength(1);
  const later = { name: 'later', description: 'Later.', columns: { a: 'A.' }, select: 'select 1' };
  await installAnalytics(pool, [...views, later]);
  expect((await client.query('select a from later')).rows).toEqual([{ a: 1 }]);
});

test('an analyst cannot read anything else and cannot write', async () => {
  const { pool, client } = await analyst();
  const { rows: relations } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')
     union all
     select format('%I.%I', schemaname, viewname) from pg_views
     where schemaname not in ('pg_catalog', 'information_schema', 'analytics')`,
  );
  const names = relations.map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining(['public.accounts', 'public.analytics_salt', 'read_models.learner_days']),
  );
  for (const name of names)
    await expect(client.query(`select * from ${name}`), name).rejects.toThrow('permission denied');
  // The restrictions must also hold without settings that the role can change for itself.
  await client.query('set default_transaction_read_only = off');
  for (const statement of [
    'create table public.mine (a int)',
    'create table analytics.mine (a int)',
    'create view analytics.mine as select 1',
    'create temporary table mine (a int)',
    'create schema mine',
    'delete from analytics.retention',
    `insert into analytics.missed_words (word) values ('gato')`,
    `update public.accounts set roles = '{admin}'`,
    `copy (select 1) to program 'true'`,
  ])
    await expect(client.query(statement), statement).rejects.toThrow(
      /permission denied|cannot (delete|insert|update)/,
    );
});

test('an analyst cannot compute the pseudonym of a known id', async () => {
  const { pool, client } = await analyst();
  await put(pool, 'learner_days', [['0123456789abcdef0123456789abcdef', '2026-01-05', 1, 1, 1, 1]]);
  await expect(client.query('select salt from public.analytics_salt')).rejects.toThrow('permission denied');
  const { rows } = await client.query(
    `select proname from pg_proc where pronamespace = 'analytics'::regnamespace`,
  );
  expect(rows).toEqual([]);
  // A user-defined function could see what a view reads before it is filtered.
  await expect(
    client.query(
      `begin read write; create function pg_temp.watch(text) returns bool language sql as 'select true'`,
    ),
  ).rejects.toThrow('permission denied');
});

test('long queries are cancelled', async () => {
  const { client } = await analyst();
  const { rows } = await client.query(
    `select current_setting('statement_timeout') as timeout, current_setting('transaction_read_only') as read_only`,
  );
  expect(rows).toEqual([{ timeout: '1min', read_only: 'on' }]);
  await client.query(`set statement_timeout = '50ms'`);
  await expect(client.query('select count(*) from generate_series(1, 1e9)')).rejects.toThrow(
    'statement timeout',
  );
});

test('a removed analyst cannot read or log in; the name is free again', async () => {
  const { url, name, client, address } = await analyst();
  expect(await operated(url, '--name', name)).toMatchObject({
    code: 2,
    complaint: expect.stringContaining(`--name '${name}': there is such an analyst already`),
  });
  expect((await operated(url, '--name', name, '--remove')).said).toEqual([`removed analyst_${name}`]);
  await expect(client.query('select * from analytics.learners')).rejects.toThrow();
  const late = new pg.Client({ connectionString: address });
  late.on('error', () => {});
  await expect(late.connect()).rejects.toThrow(/authentication failed|does not exist/);
  expect(await operated(url, '--name', name, '--remove')).toMatchObject({
    code: 2,
    complaint: expect.stringContaining('no such analyst'),
  });
  expect((await operated(url, '--name', name)).code).toBe(0);
});

test.each([
  [[], '--name is missing'],
  [['--name'], "Option '--name <value>' argument missing"],
  [['--name', 'Ana Li'], "--name 'Ana Li' must begin with a lowercase letter"],
  [['--name', 'a;drop role postgres'], 'must begin with a lowercase letter'],
  [['--name', 'ana', 'li'], "'li' is one argument too many"],
])('analyst %j is refused', async (args, complaint) => {
  expect(await operated('postgres://nobody:nothing@127.0.0.1:1/none', ...args)).toMatchObject({
    code: 2,
    complaint: expect.stringContaining(complaint),
  });
});

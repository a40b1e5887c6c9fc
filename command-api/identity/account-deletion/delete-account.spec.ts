import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import type { Database } from '../../../database/tables.ts';
import * as contract from '../../../facade/identity.ts';
import * as own from '../../../facade/own-account.ts';
import { type IdentityApp, identityApp, password } from '../testing/identity-app.ts';
import { deleteAccountById, deleteAgain, deletionSteps } from './delete-account.ts';
import { deletedAccountsFile } from './deleted-accounts-file.ts';

const person = {
  username: 'Dulcinea',
  email: 'dulcinea@toboso.example',
  newEmail: 'aldonza@toboso.example',
  subject: 'google-subject-108',
  customer: 'cus_dulcinea',
  address: '203.0.113.77',
};

/** Every row of every table in all schemas, as text. */
async function wholeDatabase({ pool }: IdentityApp): Promise<string> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  const texts = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await pool.query(`select t::text as row from ${name} t`);
      return rows.map(({ row }) => `${name}: ${row}`).join('\n');
    }),
  );
  return texts.join('\n');
}

/** An account with data in every place. */
async function used(app: IdentityApp) {
  const { call, as, signUp, linkTo, db, logIn, mailTo } = app;
  const from = { 'X-Forwarded-For': person.address };
  await signUp({ username: person.username, email: person.email, password }, person.address);
  await call(contract.login, { credential: person.username, password: 'wrong' }, from);
  await call(contract.verifyEmail, { code: await linkTo(person.email, 'Verify'), password });
  await call(contract.forgotPassword, { email: person.email }, from);
  await mailTo(person.email, 'Your code');
  const { token } = await logIn(person.username);
  const account = await db
    .updateTable('accounts')
    .set({ provider: 'google', provider_subject: person.subject, stripe_customer_id: person.customer })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('contact_messages')
    .values([
      { ...message, id: randomUUID(), account_id: account.id, email: 'elsewhere@example.org' },
      { ...message, id: randomUUID(), account_id: null, email: person.email },
      { ...message, id: randomUUID(), account_id: null, email: person.newEmail },
    ])
    .execute();
  await call(own.changeEmail, { email: person.newEmail }, as(token));
  await call(own.confirmEmail, { code: await linkTo(person.newEmail, 'Confirm') });
  return { id: account.id, token };
}
const message = {
  kind: 'contact' as const,
  name: person.username,
  subject: 'Hello',
  message: `Yours, ${person.username}`,
};

test('of a deleted account nothing is left in the whole database but an opaque id elsewhere', async () => {
  const ran: string[] = [];
  const cancel = {
    name: 'subscription',
    run: async (_trx: unknown, { id, customerId }: { id: string; customerId: string | null }) =>
      void ran.push(`${id} ${customerId}`),
  };
  const app = await identityApp({ steps: [cancel, ...deletionSteps] });
  const { id, token } = await used(app);
  const traces = Object.values(person).filter(value => value !== person.address);
  const before = await wholeDatabase(app);
  for (const trace of traces) expect(before.toLowerCase()).toContain(trace.toLowerCase());

  const { call, as, noted, mailTo, command, refresh } = app;
  expect((await call(own.deleteAccount, { confirmation: 'delete my account' }, as(token))).status).toBe(200);
  expect(ran).toEqual([`${id} ${person.customer}`]);
  expect(noted).toEqual([id]);
  expect((await command(token)).status).toBe(403);
  expect((await refresh('anything')).status).toBe(404);
  // The last mail is sent and then blanked like every other.
  await mailTo(person.newEmail, 'Your account was deleted');
  const remains = async () => {
    const after = (await wholeDatabase(app)).toLowerCase();
    return Object.values(person).filter(trace => after.includes(trace.toLowerCase()));
  };
  await expect.poll(remains).toEqual([]);
  expect(await wholeDatabase(app)).not.toContain(id);
  expect((await app.signUp({ ...person, password })).status).toBe(400);
  const again = { username: person.username, email: person.email, password };
  expect((await app.signUp(again)).status).toBe(201);
});

test('an account that a restore brings back is deleted again', async () => {
  const app = await identityApp();
  const directory = await mkdtemp(join(tmpdir(), 'camino-deleted-accounts-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  const file = join(directory, 'deep', 'deleted-accounts');
  const kept = deletedAccountsFile(file);
  expect(await kept.all()).toEqual([]);
  const { id } = await app.account();
  await app.account('reader2');
  await kept.remember(id);
  await kept.remember(id);
  // A line cut short by a crash.
  await writeFile(file, `${await readFile(file, 'utf8')}abc`);
  const ids = await deletedAccountsFile(file).all();
  expect(ids).toEqual([id]);
  expect(await deleteAgain({ steps: deletionSteps }, app.db, ids)).toBe(1);
  expect(await deleteAgain({ steps: deletionSteps }, app.db, ids)).toBe(0);
  expect(await app.db.selectFrom('accounts').select('username').execute()).toEqual([{ username: 'reader2' }]);
});

test('a deletion finds each of its rows by an index', async () => {
  const app = await identityApp();
  const { id } = await app.account();
  const statements: CompiledQuery[] = [];
  const db = new Kysely<Database>({
    dialect: new PostgresDialect({ pool: app.pool }),
    log: ({ query }) => void statements.push(query),
  });
  await deleteAccountById({ steps: deletionSteps, remember: async () => {} }, db, id);
  const client = await app.pool.connect();
  onTestFinished(() => client.release(true));
  // The tables are almost empty: without this the planner would not use any index.
  await client.query('set enable_seqscan = off');
  const scans: string[] = [];
  for (const { sql, parameters } of statements.filter(({ sql }) => /^(select|update|delete)/.test(sql))) {
    const { rows } = await client.query(`explain ${sql}`, [...parameters]);
    if (JSON.stringify(rows).includes('Seq Scan')) scans.push(sql);
  }
  expect(scans).toEqual([]);
});

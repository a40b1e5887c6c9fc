import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { deletedAccountsFile } from '../../command-api/identity/account-deletion/deleted-accounts-file.ts';
import { createAccountWithPassword } from '../../command-api/identity/accounts/accounts.ts';
import { openSession } from '../../command-api/identity/sessions/sessions.ts';
import { connect } from '../../database/connect.ts';
import { migrate } from '../../database/migrate.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { testDatabase } from '../../tooling/testing/database.ts';
import { commands } from './list.ts';
import { operate } from './operate.ts';

async function place() {
  const { url } = await testDatabase();
  const { db, pool, close } = connect(url);
  await migrate(pool);
  const directory = await mkdtemp(join(tmpdir(), 'camino-operate-'));
  onTestFinished(async () => {
    await close();
    await rm(directory, { recursive: true });
  });
  const file = join(directory, 'deleted-accounts');
  const account = await createAccountWithPassword(db, {
    username: 'ana',
    email: 'ana@example.org',
    password: 'Passw0rd!',
  });
  if (isRefusal(account)) throw new Error(account.refused);
  await openSession(db, account.id, 'Firefox on Linux');
  const run = async (...args: readonly string[]) => {
    const said: string[] = [];
    const code = await operate(commands, args, {
      environment: { DATABASE_URL: url, FORGOTTEN_FILE: file },
      print: line => said.push(line),
      printError: line => said.push(line),
      progress: { show: () => {}, end: () => {} },
      signal: new AbortController().signal,
    });
    return { code, said: said.join('\n') };
  };
  const rows = () => db.selectFrom('accounts').select(['id', 'roles']).execute();
  return { db, account, run, rows, file };
}

test('an account becomes admin by name, is signed out, and can be made an ordinary user again', async () => {
  const { db, run, rows } = await place();
  expect(await run('grant-role', 'ANA', '--role', 'admin')).toMatchObject({ code: 0 });
  expect(await rows()).toMatchObject([{ roles: ['user', 'admin'] }]);
  expect(await db.selectFrom('sessions').select('ended_at').execute()).toEqual([
    { ended_at: expect.any(Date) },
  ]);
  await run('grant-role', 'ana@example.org', '--role', 'user');
  expect(await rows()).toMatchObject([{ roles: ['user'] }]);
  for (const wrong of [
    ['ana', '--role', 'root'],
    ['nobody', '--role', 'admin'],
    ['--role', 'admin'],
    ['ana'],
  ])
    expect((await run('grant-role', ...wrong)).code).not.toBe(0);
});

test('a role is not given when the sessions cannot be ended', async () => {
  const { db, run, rows } = await place();
  await sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$`.execute(
    db,
  );
  await sql`create trigger refuse before update on sessions for each row execute function refuse()`.execute(
    db,
  );
  expect((await run('grant-role', 'ana', '--role', 'admin')).code).not.toBe(0);
  expect(await rows()).toMatchObject([{ roles: ['user'] }]);
});

test('an operator deletes an account, and deletes it again after a restore', async () => {
  const { db, account, run, rows, file } = await place();
  const [backup] = await db.selectFrom('accounts').selectAll().execute();
  expect(await run('delete-account', 'ana')).toEqual({ code: 0, said: `${account.id} is deleted` });
  expect(await rows()).toEqual([]);
  expect(await deletedAccountsFile(file).all()).toEqual([account.id]);
  if (backup) await db.insertInto('accounts').values(backup).execute();
  expect(await run('delete-account', '--again')).toEqual({ code: 0, said: '1 accounts deleted again' });
  expect(await rows()).toEqual([]);
  for (const wrong of [['nobody'], [], ['ana', '--again']])
    expect((await run('delete-account', ...wrong)).code).not.toBe(0);
});

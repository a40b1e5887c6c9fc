import { expect, test } from 'vitest';
import { testDatabase } from '../tooling/testing/database.ts';
import { connect } from './connect.ts';
import { migrate } from './migrate.ts';
import { declaredTables } from './personal-data.ts';
import { deleteExpiredRows } from './retention.ts';

async function database() {
  const { url } = await testDatabase();
  const connection = connect(url);
  await migrate(connection.pool);
  return connection;
}

test('every column of every table is declared as personal or not, and personal data has a deletion', async () => {
  const { pool, close } = await database();
  const { rows } = await pool.query<{ name: string; columns: string[] }>(
    `select table_name as name, array_agg(column_name::text order by column_name) as columns
     from information_schema.columns where table_schema = 'public' group by table_name order by table_name`,
  );
  const found = Object.fromEntries(rows.map(({ name, columns }) => [name, columns]));
  const declared = Object.fromEntries(
    Object.entries(declaredTables).map(([name, { personal, others }]) => [
      name,
      [...personal, ...others].toSorted(),
    ]),
  );
  expect(declared).toEqual(found);
  for (const [name, { personal, onDeletion }] of Object.entries(declaredTables))
    if (personal.length > 0) expect(onDeletion, name).toBeTruthy();
  await close();
});

test('the job deletes exactly the rows whose retention is over', async () => {
  const { pool, close } = await database();
  await pool.query(`
    insert into accounts (id, email) values ('${'a'.repeat(32)}', 'ana@example.org');
    insert into pending_sign_ups (id, username, email, password_hash, expires_at) values
      (gen_random_uuid(), 'old', 'old@example.org', '', now() - interval '1 minute'),
      (gen_random_uuid(), 'new', 'new@example.org', '', now() + interval '1 minute');
    insert into mails (id, to_address, created_at) values
      (gen_random_uuid(), 'old', now() - interval '8 days'), (gen_random_uuid(), 'new', now() - interval '6 days');
    insert into contact_messages (id, kind, name, email, subject, message, received_at) values
      (gen_random_uuid(), 'contact', 'old', '', '', '', now() - interval '13 months'),
      (gen_random_uuid(), 'contact', 'new', '', '', '', now() - interval '11 months');
    insert into sessions (id, account_id, last_used_at) values
      ('old', '${'a'.repeat(32)}', now() - interval '40 days'), ('new', '${'a'.repeat(32)}', now() - interval '20 days');
  `);
  const deleted = await deleteExpiredRows(pool);
  expect(deleted).toEqual({ pending_sign_ups: 1, mails: 1, contact_messages: 1, sessions: 1 });
  const { rows } = await pool.query(`
    select username as kept from pending_sign_ups union all select to_address from mails
    union all select name from contact_messages union all select id from sessions`);
  expect(rows.map(({ kept }) => kept)).toEqual(['new', 'new', 'new', 'new']);
  expect(await deleteExpiredRows(pool)).toEqual({});
  await close();
});

import type { Migration } from './migration.ts';

export const mails: Migration = {
  name: '050-mails',
  sql: `
create table mails (
  id uuid primary key,
  account_id text references accounts on delete cascade,
  to_address text,
  reply_to text,
  subject text,
  text text,
  html text,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  refused_at timestamptz
);
create index mails_account on mails (account_id);
create index mails_created on mails (created_at);
`,
};

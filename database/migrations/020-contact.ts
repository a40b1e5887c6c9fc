import type { Migration } from './migration.ts';

export const contact: Migration = {
  name: '020-contact',
  sql: `
create table contact_messages (
  id uuid primary key,
  kind text not null check (kind in ('contact', 'issue')),
  account_id text references accounts on delete cascade,
  name text not null,
  email text not null,
  subject text not null,
  message text not null,
  received_at timestamptz not null default now(),
  mailed_at timestamptz
);
create index contact_messages_account on contact_messages (account_id);
`,
};

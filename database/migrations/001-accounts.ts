import type { Migration } from './migration.ts';

export const accounts: Migration = {
  name: '001-accounts',
  sql: `
create table accounts (
  id text primary key check (id ~ '^[0-9a-f]{32}$'),
  username text,
  email text not null,
  password_hash text,
  verified_at timestamptz,
  created_at timestamptz not null default now(),
  roles text[] not null default '{user}' check (roles <@ '{user,employee,admin}' and cardinality(roles) > 0),
  has_logged_in boolean not null default false,
  has_seen_tutorial boolean not null default false,
  inbox_token text,
  auto_play_word_tts boolean not null default false,
  auto_play_sentence_tts boolean not null default false,
  stripe_customer_id text unique,
  provider text
);
create unique index accounts_email on accounts (email);
create unique index accounts_username on accounts (lower(username));

create table verification_links (
  token_hash text primary key,
  account_id text not null references accounts on delete cascade,
  expires_at timestamptz not null
);
create index verification_links_account on verification_links (account_id);

create table sessions (
  id text primary key,
  account_id text not null references accounts on delete cascade,
  created_at timestamptz not null default now(),
  ended_at timestamptz
);
create index sessions_account on sessions (account_id);

create table refresh_tokens (
  token_hash text primary key,
  session_id text not null references sessions on delete cascade,
  parent_hash text,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index refresh_tokens_session on refresh_tokens (session_id);

create unlogged table rate_limits (
  key text primary key,
  started_at timestamptz not null,
  count integer not null
);
create index rate_limits_started on rate_limits (started_at);
`,
};

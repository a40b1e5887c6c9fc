import type { Migration } from './migration.ts';

/**
 * Sign-ups wait in a table of their own until their address is proven, so every account is verified; resets, changes of
 * address and sign-in providers get theirs.
 */
export const identity: Migration = {
  name: '051-identity',
  sql: `
create table pending_sign_ups (
  id uuid primary key,
  username text not null,
  email text not null,
  password_hash text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '7 days'
);
create index pending_sign_ups_email on pending_sign_ups (email, created_at);
create index pending_sign_ups_username on pending_sign_ups (lower(username), created_at);
create index pending_sign_ups_expires on pending_sign_ups (expires_at);

insert into pending_sign_ups (id, username, email, password_hash, created_at, expires_at)
select gen_random_uuid(), username, email, password_hash, created_at, created_at + interval '7 days'
from accounts where verified_at is null and username is not null and password_hash is not null;
delete from accounts where verified_at is null;
alter table accounts alter column verified_at set not null, alter column verified_at set default now();

alter table verification_links drop constraint verification_links_account_id_fkey;
drop table verification_links;
create table verification_links (
  token_hash text primary key,
  sign_up_id uuid references pending_sign_ups on delete cascade,
  account_id text references accounts on delete cascade,
  expires_at timestamptz not null,
  check (sign_up_id is not null or account_id is not null)
);
create index verification_links_sign_up on verification_links (sign_up_id);
create index verification_links_account on verification_links (account_id);
create index verification_links_expires on verification_links (expires_at);

create table used_human_checks (
  challenge text primary key,
  expires_at timestamptz not null
);

create table reset_codes (
  id uuid primary key,
  code_hash text not null unique,
  account_id text not null references accounts on delete cascade,
  expires_at timestamptz not null,
  redeemed_at timestamptz
);
create index reset_codes_account on reset_codes (account_id);
create index reset_codes_expires on reset_codes (expires_at);

alter table sessions
  add column proved_at timestamptz not null default now(),
  add column last_used_at timestamptz not null default now(),
  add column device text;

alter table refresh_tokens
  add column nonce text,
  add column issued_at timestamptz not null default now();
create index refresh_tokens_parent on refresh_tokens (parent_hash);

alter table accounts
  add column provider_subject text,
  add column provider_linked_at timestamptz;
create unique index accounts_provider on accounts (provider, provider_subject);

create table email_changes (
  id uuid primary key,
  account_id text not null references accounts on delete cascade,
  old_email text not null,
  new_email text not null,
  confirm_hash text not null unique,
  confirm_until timestamptz not null,
  confirmed_at timestamptz,
  revert_hash text unique,
  revert_until timestamptz
);
create index email_changes_account on email_changes (account_id);
create index email_changes_old on email_changes (old_email);
`,
};

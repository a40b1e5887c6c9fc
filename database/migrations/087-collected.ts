import type { Migration } from './migration.ts';

/** What our own analytics collector stores (decision 48): of visitors who agreed, and only until they withdraw. */
export const collected: Migration = {
  name: '087-collected',
  sql: `
create table collected_events (
  device text not null,
  insert_id text not null,
  username text,
  event text not null,
  at timestamptz not null,
  received_at timestamptz not null default now(),
  properties jsonb not null,
  primary key (device, insert_id)
);
create index on collected_events (username) where username is not null;
create index on collected_events (received_at);
create table collected_profiles (
  username text primary key,
  device text,
  properties jsonb not null,
  changed_at timestamptz not null default now()
);
create index on collected_profiles (device);
create table collected_recordings (
  replay text not null,
  part integer not null,
  device text not null,
  username text,
  path text not null,
  received_at timestamptz not null default now(),
  events bytea not null,
  size integer not null generated always as (length(events)) stored,
  primary key (device, replay, part)
);
create index on collected_recordings (username) where username is not null;
create index on collected_recordings (received_at);
`,
};

import type { Migration } from './migration.ts';

/**
 * Changes of the level policy of all vocabularies (decision 54), in order; the newest says what a new vocabulary begins
 * under. The job that appends their events resumes after the account `followed_to`.
 */
export const levelPolicySwitches: Migration = {
  name: '096-level-policy-switches',
  sql: `
create table level_policy_switches (
  number int generated always as identity primary key,
  id text not null unique,
  policy text not null,
  policy_before text not null,
  takes_back text references level_policy_switches (id),
  begun_by text not null,
  begun_at timestamptz not null default now(),
  ended_at timestamptz,
  state text not null default 'running' check (state in ('running', 'stopped', 'done')),
  followed_to text not null default '',
  accounts_done int not null default 0,
  accounts int not null,
  left_out int not null default 0
);
-- Only one is under way.
create unique index level_policy_switches_running on level_policy_switches ((true)) where state = 'running';
`,
};

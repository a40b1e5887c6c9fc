import type { Migration } from './migration.ts';

/** What the analytics provider must still delete (decision 48). */
export const analyticsDeletions: Migration = {
  name: '100-analytics-deletions',
  sql: `
create table analytics_deletions (
  distinct_id text primary key,
  asked_at timestamptz not null default now()
);
`,
};

import type { Migration } from './migration.ts';

/** Learners whose account is gone, and who must not be charged any more: kept until the payment provider has confirmed it. */
export const subscriptionEndings: Migration = {
  name: '072-subscription-endings',
  sql: `
create table subscription_endings (
  learner text primary key,
  asked_at timestamptz not null default now()
);
`,
};

import type { Migration } from './migration.ts';

/** Whether the page Progress shows minutes and weeks in a row. */
export const readingWeeks: Migration = {
  name: '090-reading-weeks',
  sql: `
alter table accounts add column show_reading_weeks boolean not null default true;
`,
};
